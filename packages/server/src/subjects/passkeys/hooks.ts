import type { FactorOffer } from '../../gate/factors/methods.ts'
import type { GateHooks } from '../../gate/hooks.ts'
import { openingRpId, relyingPartyOf } from './steps/relying-party.ts'
import { passkeysIn } from './tables/passkeys.ts'

export const passkeysHooks: GateHooks = {
  async openings(tables, deps, { id }) {
    const rpId = openingRpId(deps)
    return { passkeys: rpId === undefined ? 0 : await passkeysIn(tables).countOf(id, rpId) }
  },
}

/** As a second factor one is good also where passkeys open nothing by themselves. */
export const passkeyOffer: FactorOffer = {
  method: 'passkey',
  async isOffered(tables, { config }, { id }) {
    const rp = relyingPartyOf(config)
    return rp !== undefined && (await passkeysIn(tables).countOf(id, rp.id)) > 0
  },
}
