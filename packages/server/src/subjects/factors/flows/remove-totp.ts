import { isLastToSignIn } from '../../../gate/access/guard-last-admin.ts'
import { canBeOpened, signInMethodsOf } from '../../../gate/access/sign-in-methods.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { changeFactors } from '../steps/change-factors.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'

/** For an administrator who signs in by mail the app opens the administrators' routes, and without it no other one can be enrolled. */
export const removeTotp = endpoint({
  route: 'DELETE /auth/2fa/totp',
  summary: 'Remove the authenticator app',
  auth: 'enrolling',
  limit: 'general',
  reply: Message,
  errors: ['totp_not_enabled', 'last_sign_in_method', 'last_admin'],

  async handle(call) {
    await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      const refusal = account && (await refusalFor(tx, account))
      if (!account || !(await totpSeedsIn(tx).remove(account.id))) throw call.fail('totp_not_enabled')
      if (refusal) throw call.fail(refusal)
      const change = { audit: '2fa.totp.disabled', change: 'totp-disabled', keepOtherSessions: false } as const
      await changeFactors(tx, account, { ...gatesOf(account), totpAt: undefined }, change)
    })
    return { message: 'The authenticator app was removed.' }
  },
})

async function refusalFor(tx: Transaction, account: Account): Promise<'last_sign_in_method' | 'last_admin' | undefined> {
  const opens = async (one: Account) => canBeOpened(await signInMethodsOf(tx, tx.deps, one))
  if (!(await opens(account)) || (await opens({ ...account, totpAt: undefined }))) return undefined
  return (await isLastToSignIn(tx, tx.deps, account)) ? 'last_admin' : 'last_sign_in_method'
}
