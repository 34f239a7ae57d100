import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { spentStatesIn } from '../../../gate/codes/tables/spent-states.ts'
import type { Context } from '../../../gate/deps.ts'
import type { VerifiedFactor } from '../../../gate/factors/factor.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { credentialIdOf } from './answer.ts'
import { type ExpectedCeremony, readCeremony } from './ceremony.ts'
import { relyingPartyOf } from './relying-party.ts'
import { verifyAssertion } from './verify-assertion.ts'

type Answer = { readonly state: string; readonly passkey: unknown }

type PasskeyCheck =
  | { readonly outcome: 'right'; readonly accountId: string; readonly shown: VerifiedFactor }
  | { readonly outcome: 'invalid' | 'unknown' | 'refused' }

/** Where the account is known, no other account's passkey is accepted. The state is spent with the effect, so it works once. */
export async function checkPasskey(context: Context, expected: ExpectedCeremony, answer: Answer): Promise<PasskeyCheck> {
  const { deps } = context
  const rp = relyingPartyOf(deps.config)
  const ceremony = rp && readCeremony(deps, answer.state, expected)
  const credentialId = credentialIdOf(answer.passkey)
  if (!rp || !ceremony || credentialId === undefined) return { outcome: 'invalid' }
  const known = await passkeysIn(deps.store).findByCredential(credentialId)
  if (!known || (known.rpId ?? rp.id) !== rp.id) return { outcome: 'unknown' }
  if (expected.accountId !== undefined && known.accountId !== expected.accountId) return { outcome: 'unknown' }
  const { accountId } = known
  const owner = { userHandle: await passkeysIn(deps.store).userHandleOf(accountId), mustBeNamed: expected.purpose === 'sign-in' }
  const assertion = await verifyAssertion(rp, ceremony.challenge, answer.passkey, known, owner)
  if (assertion.outcome === 'refused') await noteRefusal(context, accountId, known.id, assertion.reason)
  if (assertion.outcome !== 'right') return assertion
  const spend = async (tx: Transaction): Promise<boolean> => {
    if (!(await spentStatesIn(tx).spend(ceremony.hash, ceremony.expiresAt))) return false
    if (!(await passkeysIn(tx).use(known, assertion, deps.clock.now()))) return false
    const subject = { actorId: accountId, targetUserId: accountId, metadata: { passkey: known.id } }
    if (assertion.counterRegressed) await tx.record('passkey.counter', subject)
    return true
  }
  return { outcome: 'right', accountId, shown: { enrolledAt: known.createdAt, spend } }
}

/** The owner is told of a counter that went back: there may be a copy of a key that should exist only once. */
async function noteRefusal(context: Context, accountId: string, passkey: string, reason: string): Promise<void> {
  await inTransaction(context, async (tx) => {
    const type = reason === 'counter' ? 'passkey.counter' : 'passkey.failed'
    await tx.record(type, { isSuccess: false, targetUserId: accountId, metadata: { passkey, reason } })
    const account = reason === 'counter' ? await accountsIn(tx).find(accountId) : undefined
    if (account) await tx.notify('factors-changed', account, { change: 'passkey-refused' })
  })
}
