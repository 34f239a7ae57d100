import { endCodes, endSessions } from '../../../gate/access/end-access.ts'
import { isLastToSignIn } from '../../../gate/access/guard-last-admin.ts'
import { canBeOpened, signInMethodsOf } from '../../../gate/access/sign-in-methods.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { OFFERS } from '../../../gate/factors/methods.ts'
import { lostAppsIn } from '../../../gate/factors/tables/lost-apps.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import type { Transaction } from '../../../gate/transaction.ts'

/**
 * For an owner who has lost every factor: the password, a provider or a reset by mail is left. Every session ends, because it is
 * unknown who holds them. Refused where no administrator could sign in any more.
 */
export async function resetFactors(tx: Transaction, account: Account, actorId: string | undefined) {
  const { id } = account
  const isLast = await isLastToSignIn(tx, tx.deps, account)
  for (const { removeSince } of OFFERS) await removeSince(tx, id, 0)
  await lostAppsIn(tx).remove(id)
  await devicesIn(tx).removeAllOf(id)
  const none = { emailFactorAt: undefined, totpAt: undefined, passkeyGateAt: undefined }
  await accountsIn(tx).setGates(id, none, tx.deps.clock.now())
  if (isLast && !canBeOpened(await signInMethodsOf(tx, tx.deps, { ...account, ...none }))) return 'last_admin'
  await endSessions(tx, id, 'factors_reset', { actorId })
  await endCodes(tx, id, actorId)
  await tx.record('admin.user.factors_reset', { actorId, targetUserId: id })
  await tx.notify('factors-changed', account, { change: 'factors-reset' })
  return undefined
}
