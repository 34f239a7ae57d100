import { duration, flag, optionalText } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const twoFactor = {
  requireEmail2fa: flag({ env: 'REQUIRE_EMAIL_2FA', default: false, help: 'Demand an emailed code at every sign-in of every account. Needs a mail sender.' }),
  defaultEnabled: flag({ env: 'TWO_FACTOR_DEFAULT_ENABLED', default: false, help: 'Switch two-factor on for new accounts. Needs a mail sender.' }),
  disableChallengeBinding: flag({ env: 'DISABLE_CHALLENGE_BINDING', default: false, help: 'Do not demand the binding cookie when a two-factor code is redeemed.' }),
  emailBeside: flag({ env: 'TWO_FACTOR_EMAIL_BESIDE', default: false, help: 'Take a mailed code also from accounts that have an authenticator app or a passkey as second factor.' }),
  totp: flag({ env: 'TOTP', default: true, help: 'Let people add an authenticator app. Switched off, those who have one can still sign in with it.' }),
  totpIssuer: optionalText({ env: 'TOTP_ISSUER', help: 'What authenticator apps show the account under. `APP_NAME` unless set.' }),
  codeTtl: duration({ env: 'TWO_FACTOR_CODE_TTL', default: '5m', help: 'Lifetime of a two-factor code.' }),
  stepUpTtl: duration({ env: 'STEP_UP_TTL', default: '10m', help: 'How long after a sign-in or a step-up a session may do what wants a fresh proof of who is using it.' }),
  trustedTtl: duration({ env: 'TRUSTED_DEVICE_TTL', default: '30d', allowZero: true, help: 'How long a browser that its owner trusts is asked for no second factor. `0s` switches it off.' }),
  disableAdminTwoFactor: flag({ env: 'DISABLE_ADMIN_TWO_FACTOR', default: false, help: 'Let administrators in with the password alone.' }),
} as const

export const factorsSettings = { twoFactor }

type FactorsSettings = typeof factorsSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends FactorsSettings {}
}
