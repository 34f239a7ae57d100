import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { PasskeyView, passkeyView } from '../views/passkey-view.ts'

export const listPasskeys = endpoint({
  route: 'GET /auth/passkeys',
  summary: 'The passkeys of the account',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ passkeys: Type.Array(PasskeyView), total: Type.Integer() }),
  errors: [],

  async handle({ caller, deps: { store, config } }) {
    const passkeys = await passkeysIn(store).listOf(caller.account.id)
    return { passkeys: passkeys.map((passkey) => passkeyView(config, passkey)), total: passkeys.length }
  },
})
