import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { challengeField } from '../../../gate/views/input-fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { findBoundChallenge } from '../../factors/index.ts'
import { openCeremony } from '../steps/ceremony.ts'
import { authenticationOptions } from '../steps/ceremony-options.ts'
import { requireRelyingParty } from '../steps/passkey-rules.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { AuthenticationOptions, ceremonyState } from '../views/passkey-options.ts'

/** A browser without the binding cookie of the challenge learns nothing, not even whether there is a passkey. */
export const passkeyFactorOptions = endpoint({
  route: 'POST /auth/2fa/passkey/options',
  summary: 'Begin to complete a sign-in with a passkey',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ challengeId: challengeField }),
  reply: Type.Object({ options: AuthenticationOptions, state: ceremonyState }),
  errors: ['method_disabled', 'two_factor_code_invalid'],

  async handle({ body, cookies, deps, fail }) {
    const rp = requireRelyingParty(deps)
    const bound = await findBoundChallenge(deps, body.challengeId, cookies.binding)
    const isOpen = bound && bound.usedAt === undefined && bound.expiresAt > deps.clock.now()
    const passkeys = isOpen ? await passkeysIn(deps.store).listOf(bound.accountId, rp.id) : []
    if (!bound || passkeys.length === 0) throw fail('two_factor_code_invalid')
    const { accountId, id: challengeId } = bound
    const expected = { purpose: 'second-factor', cookie: cookies.passkey, accountId, challengeId } as const
    const { state, challenge, cookie } = openCeremony(deps, expected)
    return new Answer({ options: authenticationOptions(rp, challenge, passkeys), state }, { passkey: cookie })
  },
})
