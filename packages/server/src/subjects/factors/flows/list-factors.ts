import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { hasEmailFactor, owesSecondFactor } from '../../../gate/factors/gates.ts'
import { methodsOf, offeredPasskeys } from '../../../gate/factors/methods.ts'
import { SECOND_FACTORS } from '../../../gate/factors/second-factors.ts'
import { countField, flagField, listOf, timeField, timeOrNull, timeOrNullField } from '../../../gate/views/fields.ts'
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
    twoFactorEnabled: flagField('Whether a sign-in asks for a second factor.'),
    email: Type.Object(
      { enabled: flagField('Whether it is one of the factors of the account.') },
      { description: 'Codes by email.' },
    ),
    totp: Type.Union(
      [
        Type.Object({
          createdAt: timeField('When it was added.'),
          lastUsedAt: timeOrNullField('When a code of it was last accepted; null if never.'),
        }),
        Type.Null(),
      ],
      { description: 'The authenticator app; null where there is none.' },
    ),
    passkeyGate: Type.Boolean({ description: 'Whether a passkey is asked for after a password or a provider.' }),
    passkeys: listOf(PasskeyView, 'All of them, also those that only sign in.'),
    recoveryCodes: Type.Union(
      [Type.Object({ remaining: countField('How many are left.'), createdAt: timeField('When they were made.') }), Type.Null()],
      { description: 'Codes for when all else is lost; null where there are none.' },
    ),
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
