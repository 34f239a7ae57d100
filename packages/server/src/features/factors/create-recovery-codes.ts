import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { owesSecondFactor } from '../../core/factors/gates.ts'
import { newRecoveryCodes } from '../../core/factors/recovery-factor.ts'
import { cancelEmailChange } from '../../core/lifecycle/cancel-email-change.ts'
import { notify } from '../../core/mails/notify.ts'
import { holdUnchanged } from '../../core/passwords/confirm-password.ts'
import { Timestamp } from '../../core/views/fields.ts'
import { timestamp } from '../../kernel/clock.ts'
import { devicesIn } from '../../store/tables/devices.ts'

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
    const recoveryCodes = await deps.store.transaction(async (tx) => {
      const held = await holdUnchanged(tx, call)
      if (!held || !owesSecondFactor(held)) throw fail('two_factor_not_enabled')
      await devicesIn(tx).endTrust(held.id, now)
      await cancelEmailChange(tx, call, held.id, 'credentials')
      await notify(tx, call, 'factors-changed', held, { change: 'recovery-codes' })
      return newRecoveryCodes(tx, call, key, held)
    })
    return { recoveryCodes: [...recoveryCodes], createdAt: timestamp(now) }
  },
})
