import { duration, flag } from '../kinds.ts'

// biome-ignore format: a table is read by its rows
export const twoFactor = {
  requireEmail2fa: flag({ env: 'REQUIRE_EMAIL_2FA', default: false, help: 'Demand an emailed code at every sign-in of every account. Needs a mail sender.' }),
  defaultEnabled: flag({ env: 'TWO_FACTOR_DEFAULT_ENABLED', default: false, help: 'Switch two-factor on for new accounts. Needs a mail sender.' }),
  disableChallengeBinding: flag({ env: 'DISABLE_CHALLENGE_BINDING', default: false, help: 'Do not demand the binding cookie when a two-factor code is redeemed.' }),
  codeTtl: duration({ env: 'TWO_FACTOR_CODE_TTL', default: '5m', help: 'Lifetime of a two-factor code.' }),
  stepUpTtl: duration({ env: 'STEP_UP_TTL', default: '10m', help: 'How long after a sign-in or a step-up a session may do what wants a fresh proof of who is using it.' }),
  disableAdminTwoFactor: flag({ env: 'DISABLE_ADMIN_TWO_FACTOR', default: false, help: 'Let administrators in with the password alone.' }),
} as const
