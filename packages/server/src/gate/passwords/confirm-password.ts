import { Failure } from '../../platform/kernel/errors.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { elevationsIn } from '../factors/tables/elevations.ts'
import { bucketOf } from '../limits/limits.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'
import type { Transaction } from '../transaction.ts'
import { guardPassword } from './guard-password.ts'
import { upgradeHash } from './upgrade-hash.ts'

type OwnCall = Context & { readonly caller: Caller }

/** Comparing is slow, so it happens before the transaction, in which `lockUnchanged` looks for a change of the password. */
export async function confirmPassword(call: OwnCall, password: string): Promise<boolean> {
  const { deps, client, caller } = call
  const { account } = caller
  const compare = async () => {
    const isRight = await deps.passwords.verify(password, account, client)
    if (isRight) await upgradeHash(call, password, account)
    return isRight
  }
  const isRight = await guardPassword(deps, async () => ({ bucket: await sessionBucket(call) }), compare)
  if (!isRight) await deps.store.settle(account.id) // perhaps the password was changed a moment ago, and this answer tells of the change
  return isRight
}

/**
 * Locks the caller's account. Undefined when the account is gone, or its credentials have changed since the call began. A session that
 * has ended meanwhile changes nothing.
 */
export async function lockUnchanged(tx: Transaction<OwnCall>): Promise<Account | undefined> {
  const { id, credentialVersion } = tx.caller.account
  const locked = await accountsIn(tx).lock(id, tx.deps.clock.now())
  if (locked?.credentialVersion !== credentialVersion) return undefined
  if (!(await sessionsIn(tx).isOpen(tx.caller.session.id))) throw new Failure('session_expired')
  return locked
}

/** A visitor who signs in by a provider can begin any number of sessions, and must not get ten guesses in each. */
async function sessionBucket({ deps, caller: { account, session } }: OwnCall): Promise<string> {
  const elevation = await elevationsIn(deps.store).find(session.id)
  return bucketOf(deps, 'password-session', elevation?.method === 'password' ? session.id : account.id)
}
