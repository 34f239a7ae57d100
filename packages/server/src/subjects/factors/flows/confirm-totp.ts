import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { lostAppsIn } from '../../../gate/factors/tables/lost-apps.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { listOf, messageField, textField } from '../../../gate/views/fields.ts'
import { keepOtherSessionsField } from '../../../gate/views/input-fields.ts'
import { openSeed } from '../../../platform/kernel/data-key.ts'
import { changeFactors } from '../steps/change-factors.ts'
import { newRecoveryCodes } from '../steps/recovery-factor.ts'
import { pendingTotpSeedsIn } from '../tables/pending-totp-seeds.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'
import { OUR_PARAMETERS, stepOf } from '../totp.ts'

/** The first code counts as used. An account without recovery codes gets ten, in this answer and in no other. */
export const confirmTotp = endpoint({
  route: 'POST /auth/2fa/totp/confirm',
  summary: 'Add the authenticator app with its first code',
  auth: 'enrolling',
  limit: 'credentials',
  body: Type.Object({ code: textField('Six digits that the app shows.'), keepOtherSessions: keepOtherSessionsField }),
  reply: Type.Object({
    message: messageField,
    recoveryCodes: Type.Optional(
      listOf(Type.String(), 'Shown once, and never again; absent where the account has some already.'),
    ),
  }),
  errors: ['method_disabled', 'totp_not_begun', 'two_factor_code_invalid'],

  async handle(call) {
    const { body, fail } = call
    const { account, session } = call.caller
    const { config, store, clock, dataKeys } = call.deps
    if (!config.twoFactor.totp) throw fail('method_disabled')
    const pending = await pendingTotpSeedsIn(store).guess(session.id, clock.now())
    if (!pending) throw fail('totp_not_begun')
    const key = await dataKeys.get()
    const seed = openSeed(key, account.id, pending.sealed)
    const step = stepOf({ seed, ...OUR_PARAMETERS }, body.code, clock.now(), 0)
    if (step === undefined) throw fail('two_factor_code_invalid')

    const recoveryCodes = await inTransaction(call, async (tx) => {
      const now = clock.now()
      const locked = await lockUnchanged(tx)
      if (!locked || !(await pendingTotpSeedsIn(tx).take(session.id, pending.sealed))) throw fail('totp_not_begun')
      const added = { accountId: account.id, sealed: pending.sealed, lastStep: step, createdAt: now }
      await totpSeedsIn(tx).put({ ...added, ...OUR_PARAMETERS })
      await lostAppsIn(tx).remove(account.id)
      const change = { audit: '2fa.totp.enabled', change: 'totp-enabled', keepOtherSessions: body.keepOtherSessions } as const
      await changeFactors(tx, locked, { ...gatesOf(locked), totpAt: now }, change)
      const remaining = (await recoveryCodesIn(tx).findSet(account.id))?.remaining ?? 0
      return remaining === 0 ? newRecoveryCodes(tx, key, locked) : undefined
    })
    return { message: 'The authenticator app was added.', ...(recoveryCodes && { recoveryCodes }) }
  },
})
