import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { elevationsIn } from '../factors/tables/elevations.ts'
import { bucketOf } from '../limits/limits.ts'
import type { Transaction } from '../transaction.ts'
import { guardPassword } from './guard-password.ts'

/** A call by the holder of a session. */
type OwnCall = Context & { readonly caller: Caller }

/**
 * Whether the caller knows the password of their account. Comparing it takes its time, so it happens before the transaction;
 * `holdUnchanged` then sees inside of it that the password is still the one that was compared. What strangers try at the
 * door keeps out no caller who is in already, and a stranger at an unlocked computer has ten guesses.
 */
export async function confirmPassword(call: OwnCall, password: string): Promise<boolean> {
  const { deps, client, caller } = call
  const { id, passwordHash } = caller.account
  const compare = () => deps.passwords.verify(password, passwordHash, client)
  const isRight = await guardPassword(deps, async () => ({ bucket: await sessionBucket(call) }), compare)
  if (!isRight) await deps.store.settle(id) // perhaps it was the right one until a moment ago, and this tells of the change
  return isRight
}

/** The caller's account, held until the transaction ends. Undefined when it is gone, or its credentials have changed since the call began. */
export async function holdUnchanged(tx: Transaction<OwnCall>): Promise<Account | undefined> {
  const { caller, deps } = tx
  const { id, credentialVersion } = caller.account
  const held = await accountsIn(tx).lock(id, deps.clock.now())
  return held?.credentialVersion === credentialVersion ? held : undefined
}

/**
 * Wrong ones count for their session alone if the password was proved in it, and else for all such sessions of the account
 * together: a visitor who comes in through a provider may begin as many as they like, and must not get ten guesses with each.
 */
async function sessionBucket({ deps, caller: { account, session } }: OwnCall): Promise<string> {
  const elevation = await elevationsIn(deps.store).find(session.id)
  return bucketOf(deps, 'password-session', elevation?.method === 'password' ? session.id : account.id)
}
