import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { owesSecondFactor } from '../../../gate/factors/gates.ts'
import { holdUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Timestamp } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { cancelEmailChange } from '../../email-change/index.ts'
import { newRecoveryCodes } from '../steps/recovery-factor.ts'

/** Ten new codes in the place of all old ones, in this answer and in no other. Sessions stay; browsers are no longer trusted. */
export const createRecoveryCodes = endpoint({
  route: 'POST /auth/2fa/recovery-codes',
  summary: 'Make a new set of recovery codes',
  auth: 'enrolling',
  limit: 'credentials',
  reply: Type.Object({ recoveryCodes: Type.Array(Type.String()), createdAt: Timestamp }),
  errors: ['two_factor_not_enabled'],

  async handle(call) {
    const { deps, fail } = call
    const key = await deps.dataKeys.get()
    const now = deps.clock.now()
    const recoveryCodes = await inTransaction(call, async (tx) => {
      const held = await holdUnchanged(tx)
      if (!held || !owesSecondFactor(held)) throw fail('two_factor_not_enabled')
      await devicesIn(tx).endTrust(held.id, now)
      await cancelEmailChange(tx, held.id, 'credentials')
      await tx.notify('factors-changed', held, { change: 'recovery-codes' })
      return newRecoveryCodes(tx, key, held)
    })
    return { recoveryCodes: [...recoveryCodes], createdAt: timestamp(now) }
  },
})
