import { needsMail } from '../../platform/config/refusals.ts'
import type { Rule } from '../../platform/config/rule.ts'
import type { Warn } from '../../platform/config/warnings.ts'
import { formatDuration } from '../../platform/kernel/duration.ts'
import { FIRST_MAIL_MS } from './steps/next-step.ts'

const UNVERIFIED = 'unusedAccounts.unverifiedTtl'
const INACTIVE = 'unusedAccounts.inactiveTtl'

/** A code in a mailbox would prove an account that is gone. */
const longerThanCodes: Rule = {
  reads: [UNVERIFIED, 'registration.verificationCodeTtl'],
  refuse({ unusedAccounts: { unverifiedTtl }, registration: { verificationCodeTtl } }, { nameOf }) {
    const isTooShort = unverifiedTtl !== undefined && unverifiedTtl < verificationCodeTtl
    return isTooShort
      ? `${nameOf(UNVERIFIED)}: must not be shorter than ${nameOf('registration.verificationCodeTtl')}`
      : undefined
  },
}

const longerThanNotice: Rule = {
  reads: [INACTIVE],
  refuse: ({ unusedAccounts: { inactiveTtl } }, { nameOf }) =>
    inactiveTtl !== undefined && inactiveTtl <= FIRST_MAIL_MS
      ? `${nameOf(INACTIVE)}: must be longer than ${formatDuration(FIRST_MAIL_MS)}, because so long before an account is removed its owner is told`
      : undefined,
}

export const unusedAccountsRules: readonly Rule[] = [
  needsMail(UNVERIFIED, ({ unusedAccounts }) => unusedAccounts.unverifiedTtl !== undefined),
  needsMail(INACTIVE, ({ unusedAccounts }) => unusedAccounts.inactiveTtl !== undefined),
  longerThanCodes,
  longerThanNotice,
]

export const unusedAccountsWarnings: Warn = ({ unusedAccounts, registration }) =>
  unusedAccounts.unverifiedTtl !== undefined && !registration.requireEmailVerification
    ? [
        'UNVERIFIED_ACCOUNT_TTL is on and REQUIRE_EMAIL_VERIFICATION is off: accounts that people use without having proved their address are removed as well',
      ]
    : []
