import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { openCeremony, sessionCeremony } from '../steps/ceremony.ts'
import { registrationOptions } from '../steps/ceremony-options.ts'
import { hasMaxPasskeys, requirePasskeys } from '../steps/passkey-rules.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { ceremonyState, RegistrationOptions } from '../views/passkey-options.ts'

export const passkeyOptions = endpoint({
  route: 'POST /auth/passkeys/options',
  summary: 'Begin to add a passkey',
  auth: 'enrolling',
  limit: 'credentials',
  reply: Type.Object({ options: RegistrationOptions, state: ceremonyState }),
  errors: ['method_disabled', 'passkey_limit'],

  async handle({ caller, cookies, deps, fail }) {
    const rp = requirePasskeys(deps)
    const { id, email, name } = caller.account
    if (await hasMaxPasskeys(deps.store, deps, id)) throw fail('passkey_limit')
    // Nothing is written before there is a passkey: a new user handle comes back within the state.
    const userHandle = (await passkeysIn(deps.store).userHandleOf(id)) ?? newToken()
    const { state, challenge, cookie } = openCeremony(deps, sessionCeremony('register', caller, cookies.passkey), userHandle)
    const options = registrationOptions(rp, challenge, { email, name, userHandle }, await passkeysIn(deps.store).listOf(id))
    return new Answer({ options, state }, { passkey: cookie })
  },
})
