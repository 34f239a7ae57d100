import { needsMail } from '../../platform/config/refusals.ts'
import type { Rule } from '../../platform/config/rule.ts'

const secondFactorForAll: Rule = {
  reads: ['twoFactor.requireEmail2fa', 'registration.enableEmailPassword'],
  refuse: ({ twoFactor, registration }, { nameOf }) =>
    twoFactor.requireEmail2fa && !registration.enableEmailPassword
      ? `${nameOf('twoFactor.requireEmail2fa')}: needs ${nameOf('registration.enableEmailPassword')} to be on`
      : undefined,
}

export const factorRules: readonly Rule[] = [
  secondFactorForAll,
  needsMail('twoFactor.requireEmail2fa', ({ twoFactor }) => twoFactor.requireEmail2fa),
  needsMail('twoFactor.defaultEnabled', ({ twoFactor }) => twoFactor.defaultEnabled),
]
