import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { stepUpMethodsOf } from '../../core/factors/step-up.ts'
import { openCeremony } from '../../core/passkeys/ceremony.ts'
import { authenticationOptions } from '../../core/passkeys/ceremony-options.ts'
import { requireRelyingParty } from '../../core/passkeys/passkey-rules.ts'
import { AuthenticationOptions } from '../../core/views/passkey-options.ts'
import { Answer } from '../../kernel/endpoint.ts'
import { passkeysIn } from '../../store/tables/passkeys.ts'
import { stepUpCeremony } from './step-up-ceremony.ts'

export const stepUpOptions = endpoint({
  route: 'POST /auth/step-up/options',
  summary: 'Begin to prove with a passkey who is using this session',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ options: AuthenticationOptions, state: Type.String() }),
  errors: ['method_disabled', 'step_up_method'],

  async handle({ caller, cookies, deps, fail }) {
    const rp = requireRelyingParty(deps)
    if (!(await stepUpMethodsOf(deps.store, deps, caller)).includes('passkey')) throw fail('step_up_method')
    const { state, challenge, cookie } = openCeremony(deps, stepUpCeremony(caller, cookies.passkey))
    const passkeys = await passkeysIn(deps.store).listOf(caller.account.id, rp.id)
    return new Answer({ options: authenticationOptions(rp, challenge, passkeys), state }, { passkey: cookie })
  },
})
