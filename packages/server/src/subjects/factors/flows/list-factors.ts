import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { hasEmailFactor, owesSecondFactor } from '../../../gate/factors/gates.ts'
import { methodsOf, offeredPasskeys } from '../../../gate/factors/methods.ts'
import { SECOND_FACTORS } from '../../../gate/factors/second-factors.ts'
import { TimeOrNull, Timestamp, timeOrNull } from '../../../gate/views/fields.ts'
import { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'

export const listFactors = endpoint({
  route: 'GET /auth/factors',
  summary: 'The second factors and passkeys of the account',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({
    twoFactorEnabled: Type.Boolean(),
    email: Type.Object({ enabled: Type.Boolean() }),
    totp: Type.Union([Type.Object({ createdAt: Timestamp, lastUsedAt: TimeOrNull }), Type.Null()]),
    passkeyGate: Type.Boolean({ description: 'Whether a passkey is asked for after a password or a provider.' }),
    passkeys: Type.Array(PasskeyView),
    recoveryCodes: Type.Union([Type.Object({ remaining: Type.Integer(), createdAt: Timestamp }), Type.Null()]),
    methods: Type.Array(Type.String({ enum: [...SECOND_FACTORS] }), { description: 'What a sign-in can be completed with.' }),
  }),
  errors: [],

  async handle({ caller: { account }, deps }) {
    const seed = await totpSeedsIn(deps.store).find(account.id)
    const codes = await recoveryCodesIn(deps.store).findSet(account.id)
    return {
      twoFactorEnabled: owesSecondFactor(account),
      email: { enabled: hasEmailFactor(account) },
      totp: seed ? { createdAt: timestamp(seed.createdAt), lastUsedAt: timeOrNull(seed.lastUsedAt) } : null,
      passkeyGate: account.passkeyGateAt !== undefined,
      passkeys: (await offeredPasskeys()?.list(deps, account.id)) ?? [],
      recoveryCodes: codes ? { remaining: codes.remaining, createdAt: timestamp(codes.createdAt) } : null,
      methods: [...(await methodsOf(deps.store, deps, account))],
    }
  },
})
