import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { owesSecondFactor } from '../../../gate/factors/gates.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { listOf, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { cancelEmailChange } from '../../email-change/index.ts'
import { newRecoveryCodes } from '../steps/recovery-factor.ts'

/** The new codes replace all old ones, and are in no other answer. Sessions stay; browsers are no longer trusted. */
export const createRecoveryCodes = endpoint({
  route: 'POST /auth/2fa/recovery-codes',
  summary: 'Make a new set of recovery codes',
  auth: 'enrolling',
  limit: 'credentials',
  reply: Type.Object({
    recoveryCodes: listOf(Type.String(), 'Shown once, and never again. Each is good for one sign-in or step-up.'),
    createdAt: timeField('When they were made; those from before are void.'),
  }),
  errors: ['two_factor_not_enabled'],

  async handle(call) {
    const key = await call.deps.dataKeys.get()
    const now = call.deps.clock.now()
    const recoveryCodes = await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      if (!account || !owesSecondFactor(account)) throw call.fail('two_factor_not_enabled')
      await devicesIn(tx).endTrust(account.id, now)
      await cancelEmailChange(tx, account.id, 'credentials')
      await tx.notify('factors-changed', account, { change: 'recovery-codes' })
      return newRecoveryCodes(tx, key, account)
    })
    return { recoveryCodes, createdAt: timestamp(now) }
  },
})
