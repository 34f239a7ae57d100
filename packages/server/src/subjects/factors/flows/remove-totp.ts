import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { changeFactors } from '../steps/change-factors.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'

export const removeTotp = endpoint({
  route: 'DELETE /auth/2fa/totp',
  summary: 'Remove the authenticator app',
  auth: 'enrolling',
  limit: 'general',
  reply: Message,
  errors: ['totp_not_enabled'],

  async handle(call) {
    await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      if (!account || !(await totpSeedsIn(tx).remove(account.id))) throw call.fail('totp_not_enabled')
      const change = { audit: '2fa.totp.disabled', change: 'totp-disabled', keepOtherSessions: false } as const
      await changeFactors(tx, account, { ...gatesOf(account), totpAt: undefined }, change)
    })
    return { message: 'The authenticator app was removed.' }
  },
})
