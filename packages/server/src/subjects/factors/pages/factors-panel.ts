import type { Static } from 'typebox'
import type { Panel } from '../../../gate/pages/view.ts'
import type { listFactors } from '../flows/list-factors.ts'

export type FactorsPanel = Panel & { readonly factors: Static<typeof listFactors.reply> }

/** Whether something stronger than a mailed code is asked for. */
export const hasStrongFactor = ({ totp, passkeyGate }: FactorsPanel['factors']): boolean => totp !== null || passkeyGate
