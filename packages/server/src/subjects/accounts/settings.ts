import { choice, duration, flag, optionalText, orNone, secret, webAddress } from '../../platform/config/kinds.ts'
import { domains } from '../../platform/config/list-kinds.ts'
import { isWebhookSecret } from '../../platform/outgoing/standard-webhook.ts'

const hookSecretProblem = (text: string): string | undefined =>
  isWebhookSecret(text) ? undefined : 'must be `whsec_` and 24 to 64 bytes in Base64, as of `openssl rand -base64 32`'

// biome-ignore format: a table is read by its rows
const registration = {
  enableEmailPassword: flag({ env: 'ENABLE_EMAIL_PASSWORD', default: true, help: 'Accept registration by email and password. Switched off with `EMAIL_SIGN_IN` on, there are no passwords at all.' }),
  emailSignIn: choice({ env: 'EMAIL_SIGN_IN', of: ['off', 'existing', 'anybody'], default: 'off', help: 'Let people sign in with a mailed code: those who have an account, or anybody, where the first code makes the account if `ALLOW_PUBLIC` is on. Needs a mail sender.' }),
  enableOAuth: flag({ env: 'ENABLE_OAUTH', default: true, help: 'Mount the OAuth routes, once a provider is configured.' }),
  enableInvite: flag({ env: 'ENABLE_INVITE', default: false, help: 'Mount the invite routes. Needs a mail sender.' }),
  allowPublic: flag({ env: 'ALLOW_PUBLIC', default: true, help: 'Let anybody register. When off, registration is by invite only.' }),
  domains: domains({ env: 'REGISTRATION_DOMAINS', help: 'Domains whose addresses may have an account, names below them included; everybody’s unless set. It wins over the lists of those that may not.' }),
  blockedDomains: domains({ env: 'REGISTRATION_BLOCKED_DOMAINS', help: 'Domains whose addresses may not have an account, names below them included.' }),
  blockDisposable: orNone(flag({ env: 'REGISTRATION_BLOCK_DISPOSABLE', default: false, help: 'Whether addresses at disposable domains may not have an account. Off unless a list of your own is named.' })),
  disposableFile: optionalText({ env: 'REGISTRATION_BLOCK_DISPOSABLE_FILE', help: 'File with disposable domains, one to a line, in place of the list that comes along.' }),
  requireEmailVerification: flag({ env: 'REQUIRE_EMAIL_VERIFICATION', default: false, help: 'Issue no session before the email address is verified. Needs a mail sender.' }),
  hookUrl: webAddress({ env: 'REGISTRATION_HOOK_URL', help: 'A server of yours that is asked before anybody makes themselves an account, and may refuse. Not asked unless set.' }),
  hookSecret: secret({ env: 'REGISTRATION_HOOK_SECRET', default: undefined, problem: hookSecretProblem, help: 'Signs what that server is asked, as Standard Webhooks have it: `whsec_` and what `openssl rand -base64 32` prints. Needed with `REGISTRATION_HOOK_URL`.' }),
  hookFailure: choice({ env: 'REGISTRATION_HOOK_FAILURE', of: ['refuse', 'allow'], default: 'refuse', help: 'What becomes of a newcomer while that server is down, takes longer than three seconds or answers nonsense.' }),
  inviteTtl: duration({ env: 'INVITE_TTL', default: '7d', help: 'Lifetime of an invite.' }),
  inviteRetention: duration({ env: 'INVITE_RETENTION', default: '30d', help: 'How long after its lifetime an invite, to the service or to an organisation, is still listed.' }),
  verificationCodeTtl: duration({ env: 'VERIFICATION_CODE_TTL', default: '15m', help: 'Lifetime of an email verification code.' }),
} as const

export const accountsSettings = { registration }

type AccountsSettings = typeof accountsSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends AccountsSettings {}
}
