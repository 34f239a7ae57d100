import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { sealSeed } from '../../../platform/kernel/data-key.ts'
import { enrolmentOf } from '../steps/totp-enrolment.ts'
import { pendingTotpSeedsIn } from '../tables/pending-totp-seeds.ts'
import { newSeed } from '../totp.ts'

const PENDING_MS = 10 * 60_000

/** The secret is in no answer of another route, belongs to this session, and opens nothing before a code of the app was typed. */
export const beginTotp = endpoint({
  route: 'POST /auth/2fa/totp/begin',
  summary: 'Begin to add an authenticator app',
  auth: 'enrolling',
  limit: 'credentials',
  reply: Type.Object({
    secret: Type.String({ description: 'In base32, to be typed where nothing can be scanned.' }),
    uri: Type.String({ description: 'An `otpauth:` address.' }),
    qr: Type.String({ description: 'The address as a QR code, in SVG.' }),
    expiresAt: timeField('Until when it can be confirmed with a code of the app.'),
  }),
  errors: ['method_disabled', 'session_expired'],

  async handle(call) {
    const { account, session } = call.caller
    const { config, clock, dataKeys } = call.deps
    if (!config.twoFactor.totp) throw call.fail('method_disabled')
    const seed = newSeed()
    const expiresAt = clock.now() + PENDING_MS
    const sealed = sealSeed(await dataKeys.get(), account.id, seed)
    await inTransaction(call, async (tx) => {
      // The account may have been deleted meanwhile, and its sessions with it.
      if (!(await lockUnchanged(tx))) throw call.fail('session_expired')
      await pendingTotpSeedsIn(tx).put({ sessionId: session.id, sealed, expiresAt })
    })
    return { ...enrolmentOf(call.deps, account, seed), expiresAt: timestamp(expiresAt) }
  },
})
