import type { FactorOffer } from '../../gate/factors/methods.ts'
import { recoveryCodesIn } from './tables/recovery-codes.ts'

export const factorOffers: readonly FactorOffer[] = [
  { method: 'totp', isOffered: async (_tables, _deps, { totpAt }) => totpAt !== undefined },
  {
    method: 'recovery',
    isOffered: async (tables, _deps, { id }) => ((await recoveryCodesIn(tables).findSet(id))?.remaining ?? 0) > 0,
  },
]
