import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { openCeremony, sessionCeremony } from '../steps/ceremony.ts'
import { authenticationOptions } from '../steps/ceremony-options.ts'
import { requireRelyingParty } from '../steps/passkey-rules.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { AuthenticationOptions, ceremonyState } from '../views/passkey-options.ts'

export const stepUpOptions = endpoint({
  route: 'POST /auth/step-up/options',
  summary: 'Begin to prove with a passkey who is using this session',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ options: AuthenticationOptions, state: ceremonyState }),
  errors: ['method_disabled', 'step_up_method'],

  async handle({ caller, cookies, deps, fail }) {
    const rp = requireRelyingParty(deps)
    if (!(await stepUpMethodsOf(deps.store, deps, caller)).includes('passkey')) throw fail('step_up_method')
    const { state, challenge, cookie } = openCeremony(deps, sessionCeremony('step-up', caller, cookies.passkey))
    const passkeys = await passkeysIn(deps.store).listOf(caller.account.id, rp.id)
    return new Answer({ options: authenticationOptions(rp, challenge, passkeys), state }, { passkey: cookie })
  },
})
