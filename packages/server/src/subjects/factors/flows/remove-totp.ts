import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { holdUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/message.ts'
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
    const { caller, fail } = call
    await inTransaction(call, async (tx) => {
      const held = await holdUnchanged(tx)
      if (!held || !(await totpSeedsIn(tx).remove(caller.account.id))) throw fail('totp_not_enabled')
      await changeFactors(
        tx,
        held,
        { ...gatesOf(held), totpAt: undefined },
        {
          audit: '2fa.totp.disabled',
          change: 'totp-disabled',
          keepOtherSessions: false,
        },
      )
    })
    return { message: 'The authenticator app was removed.' }
  },
})
