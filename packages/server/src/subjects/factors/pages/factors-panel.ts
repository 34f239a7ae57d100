import type { Static } from 'typebox'
import type { Panel, View } from '../../../gate/pages/view.ts'
import type { FormState } from '../../../platform/pages/components/form.tsx'
import type { listFactors } from '../flows/list-factors.ts'

export type FactorsPanel = Panel & { readonly factors: Static<typeof listFactors.reply> }

/** Whether something stronger than a mailed code is asked for. */
export const hasStrongFactor = ({ totp, passkeyGate }: FactorsPanel['factors']): boolean => totp !== null || passkeyGate

/** Without passwords the mailbox opens every account, so what may not be removed is an administrator's way into the console. */
export const lastFactorWords = ({ hasPasswords, t }: View): FormState['words'] & object =>
  hasPasswords ? {} : { last_sign_in_method: t.security.lastFactor }
