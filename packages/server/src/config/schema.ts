import { availableParallelism } from 'node:os'
import { MOST_SESSIONS } from '../kernel/most-sessions.ts'
import { Secret } from '../kernel/secret.ts'
import {
  choice,
  duration,
  flag,
  integer,
  optionalInteger,
  optionalText,
  type Profile,
  type Setting,
  secret,
  text,
  url,
} from './kinds.ts'
import { networks, origins } from './list-kinds.ts'
import type { ProviderSettings } from './providers.ts'

/** RFC 6265 token: anything else would let a name break the Cookie header apart. */
const cookieName = { pattern: /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, expected: 'a cookie name' }

/** One plain address, alone or behind a name: nothing that could add a second sender or a header. */
const SENDER = /^(?:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+|[^<>"@,;:\p{Cc}]+ <[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+>)$/u

/**
 * The whole configuration, in one place. Flag, file key, environment variable, type, default and help
 * are all derived from this schema; docs/reference/configuration.md and .env.example are generated from it.
 *
 * The profile (`NODE_ENV`) only picks defaults: every row of it is a setting of its own.
 */
// biome-ignore format: a table is read by its rows
export const schema = {
  server: {
    host: text({ env: 'HOST', default: { development: '127.0.0.1', production: '0.0.0.0' }, pattern: /^[\w.:-]+$/, expected: 'a host name or an address', help: 'Address to listen on.' }),
    port: integer({ env: 'PORT', default: 3000, min: 0, max: 65_535, help: 'TCP port to listen on; 0 picks a free one.' }),
    publicUrl: url({ env: 'PUBLIC_URL', schemes: ['https', 'http'], help: 'The address that users see; links in mail start with it. `http://localhost:$PORT` in development; required, and https, in production.' }),
    appName: text({ env: 'APP_NAME', default: 'Latchkey', pattern: /^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, expected: 'one line of text', help: 'Your product’s name, as people read it in mails and on pages.' }),
    trustedProxies: networks({ env: 'TRUSTED_PROXIES', help: 'Proxies whose `X-Forwarded-For` is believed. The client is the rightmost address that is not one of them.' }),
    maxConnections: integer({ env: 'MAX_CONNECTIONS', default: 4000, min: 1, max: 1_000_000, help: 'Connections that may be open at once; one more is closed as it comes. It bounds the memory that clients can make one process use.' }),
    stopDelay: duration({ env: 'STOP_DELAY', default: '0s', allowZero: true, help: 'How long a process that was asked to stop still accepts requests, not ready any more and closing each connection after its answer. Behind a proxy: longer than the proxy keeps idle connections.' }),
    logLevel: choice({ env: 'LOG_LEVEL', default: 'info', of: ['debug', 'info', 'warn', 'error', 'silent'], help: 'How much to log. `debug` adds a line for every read.' }),
  },
  storage: {
    url: secret({ env: 'DATABASE_URL', default: new Secret('file:./data/latchkey.db'), schemes: ['file:', 'postgres://', 'postgresql://'], help: 'A SQLite file (`file:./data/latchkey.db`) or PostgreSQL 14 and later (`postgres://user:password@host/database`).' }),
    poolSize: integer({ env: 'DATABASE_POOL_SIZE', default: 10, min: 1, max: 200, help: 'PostgreSQL connections per process.' }),
  },
  security: {
    secret: secret({ env: 'SECRET', default: undefined, minBytes: 32, help: 'Every key is derived from it. Generated once and kept beside the database in development; required in production.' }),
    previousSecret: secret({ env: 'PREVIOUS_SECRET', default: undefined, minBytes: 32, help: 'A second secret whose codes and tokens are accepted too, while `SECRET` is being replaced.' }),
    allowedOrigins: origins({ env: 'ALLOWED_ORIGINS', help: 'Further origins that may call the service from a browser, with credentials.' }),
    allowLoopbackOrigins: flag({ env: 'ALLOW_LOOPBACK_ORIGINS', default: { development: true, production: false }, help: 'Accept any `http(s)://localhost`, `127.0.0.1` or `[::1]` origin.' }),
    allowMissingCsrfHeaders: flag({ env: 'ALLOW_MISSING_CSRF_HEADERS', default: false, help: 'Accept state-changing requests that carry neither Origin nor Referer. Logs a warning at start.' }),
    requireCsrfToken: flag({ env: 'REQUIRE_CSRF_TOKEN', default: false, help: 'Also demand the `X-CSRF-Token` header on state-changing requests.' }),
    hstsIncludeSubdomains: flag({ env: 'HSTS_INCLUDE_SUBDOMAINS', default: false, help: 'Over https, tell browsers that every host below the public URL’s is https as well, for a year.' }),
  },
  cookies: {
    sessionName: text({ env: 'SESSION_COOKIE_NAME', default: 'app_session', ...cookieName, help: 'Name of the session cookie.' }),
    refreshName: text({ env: 'REFRESH_COOKIE_NAME', default: 'app_refresh', ...cookieName, help: 'Name of the refresh cookie.' }),
    bindingName: text({ env: 'BINDING_COOKIE_NAME', default: '_2fa_challenge', ...cookieName, help: 'Name of the two-factor binding cookie.' }),
    deviceName: text({ env: 'DEVICE_COOKIE_NAME', default: '_device', ...cookieName, help: 'Name of the cookie by which a browser is known again. Set with a session, while rate limits are on.' }),
    secure: flag({ env: 'SECURE_COOKIES', default: { development: false, production: true }, help: 'Mark cookies `Secure`. Always on when the public URL is https.' }),
  },
  sessions: {
    ttl: duration({ env: 'SESSION_TTL', default: '24h', help: 'Lifetime of a session token; it is then refreshed.' }),
    refreshTtl: duration({ env: 'REFRESH_TTL', default: '30d', help: 'A session unused for this long ends.' }),
    maxLifetime: duration({ env: 'SESSION_MAX_LIFETIME', default: '90d', help: 'A session ends this long after sign-in, however busy it is.' }),
    refreshGrace: duration({ env: 'REFRESH_GRACE', default: '10s', allowZero: true, help: 'How long a just-replaced refresh token still yields its successor, so that two tabs do not sign each other out.' }),
    maxPerAccount: integer({ env: 'SESSION_MAX_PER_ACCOUNT', default: 100, min: 1, max: MOST_SESSIONS, help: 'Live sessions of one account. A sign-in beyond it ends the one that was unused for longest.' }),
  },
  registration: {
    enableEmailPassword: flag({ env: 'ENABLE_EMAIL_PASSWORD', default: true, help: 'Accept registration by email and password.' }),
    enableOAuth: flag({ env: 'ENABLE_OAUTH', default: true, help: 'Mount the OAuth routes, once a provider is configured.' }),
    enableInvite: flag({ env: 'ENABLE_INVITE', default: false, help: 'Mount the invite routes. Needs a mail sender.' }),
    allowPublic: flag({ env: 'ALLOW_PUBLIC', default: true, help: 'Let anybody register. When off, registration is by invite only.' }),
    requireEmailVerification: flag({ env: 'REQUIRE_EMAIL_VERIFICATION', default: false, help: 'Issue no session before the email address is verified. Needs a mail sender.' }),
    inviteTtl: duration({ env: 'INVITE_TTL', default: '7d', help: 'Lifetime of an invite.' }),
    verificationCodeTtl: duration({ env: 'VERIFICATION_CODE_TTL', default: '15m', help: 'Lifetime of an email verification code.' }),
  },
  oauth: {
    storeTokens: flag({ env: 'OAUTH_STORE_TOKENS', default: false, help: 'Keep the tokens that providers hand out, sealed. Off, they are dropped as soon as they have told who somebody is.' }),
  },
  twoFactor: {
    requireEmail2fa: flag({ env: 'REQUIRE_EMAIL_2FA', default: false, help: 'Demand an emailed code at every sign-in of every account. Needs a mail sender.' }),
    defaultEnabled: flag({ env: 'TWO_FACTOR_DEFAULT_ENABLED', default: false, help: 'Switch two-factor on for new accounts. Needs a mail sender.' }),
    disableChallengeBinding: flag({ env: 'DISABLE_CHALLENGE_BINDING', default: false, help: 'Do not demand the binding cookie when a two-factor code is redeemed.' }),
    codeTtl: duration({ env: 'TWO_FACTOR_CODE_TTL', default: '5m', help: 'Lifetime of a two-factor code.' }),
    stepUpTtl: duration({ env: 'STEP_UP_TTL', default: '10m', help: 'How long after a sign-in or a step-up a session may do what wants a fresh proof of who is using it.' }),
    disableAdminTwoFactor: flag({ env: 'DISABLE_ADMIN_TWO_FACTOR', default: false, help: 'Let administrators in with the password alone.' }),
  },
  codes: {
    resetTtl: duration({ env: 'RESET_TTL', default: '1h', help: 'Lifetime of a password reset link.' }),
    setPasswordTtl: duration({ env: 'SET_PASSWORD_TTL', default: '10m', help: 'Lifetime of a code that sets a first password.' }),
    deleteTtl: duration({ env: 'DELETE_CODE_TTL', default: '10m', help: 'Lifetime of an account deletion code.' }),
    stepUpTtl: duration({ env: 'STEP_UP_CODE_TTL', default: '10m', help: 'Lifetime of a mailed code that proves again who is using a session.' }),
  },
  mail: {
    smtpUrl: secret({ env: 'SMTP_URL', default: undefined, schemes: ['smtp://', 'smtps://'], help: 'Where mail leaves: `smtp://user:password@host:587` (TLS when the server offers it; `?requireTLS=true` insists) or `smtps://…`.' }),
    from: optionalText({ env: 'MAIL_FROM', pattern: SENDER, expected: 'an address, or `Name <address>`', help: 'Sender of every mail; `no-reply@` at the public URL’s host unless set.' }),
    templates: optionalText({ env: 'MAIL_TEMPLATES', help: 'Directory with mail templates that replace single ones of ours.' }),
    devInbox: flag({ env: 'DEV_INBOX', default: { development: true, production: false }, help: 'Without `SMTP_URL`: log mails instead of failing, and where `PUBLIC_URL` is on loopback show them at `/dev/inbox`. Refused in production.' }),
    securityNotices: flag({ env: 'SECURITY_NOTICES', default: { development: false, production: true }, help: 'Tell people by mail when their password, their second factor or a linked sign-in provider changes, or their account is deleted.' }),
  },
  pages: {
    accent: text({ env: 'PAGES_ACCENT', default: '#3552c8', pattern: /^#[0-9a-fA-F]{6}$/, expected: 'a colour such as #3552c8', help: 'Colour of buttons and links on the hosted pages.' }),
    radius: text({ env: 'PAGES_RADIUS', default: '10px', pattern: /^\d{1,2}px$/, expected: 'a length such as 10px', help: 'How round the corners are.' }),
    font: optionalText({ env: 'PAGES_FONT', pattern: /^[\w ,'"-]+$/, expected: 'a list of font names', help: 'Fonts, as in CSS; those of the system unless set.' }),
    logo: optionalText({ env: 'PAGES_LOGO', help: 'Image file (SVG, PNG, WebP or JPEG) that is shown instead of the name.' }),
    css: optionalText({ env: 'PAGES_CSS', help: 'Stylesheet file that is added after ours.' }),
    home: text({ env: 'PAGES_HOME', default: '/account', pattern: /^(?:\/(?![/\\])|https?:\/\/)[\x21-\x5b\x5d-\x7e]*$/, expected: 'a path, or an address at an allowed origin', help: 'Where people go after signing in when they did not come from anywhere.' }),
  },
  limits: {
    enabled: flag({ env: 'RATE_LIMITS', default: { development: false, production: true }, help: 'Limit how often things may be tried; the numbers follow.' }),
    passwordFailures: integer({ env: 'LIMIT_PASSWORD_FAILURES', default: 10, min: 1, max: 1000, help: 'Wrong passwords for one address before it has to wait.' }),
    passwordBackoff: duration({ env: 'LIMIT_PASSWORD_BACKOFF', default: '30s', help: 'The first wait; each further wrong password doubles it.' }),
    passwordBackoffMax: duration({ env: 'LIMIT_PASSWORD_BACKOFF_MAX', default: '15m', help: 'The longest wait.' }),
    secondFactorFailures: integer({ env: 'LIMIT_SECOND_FACTOR_FAILURES', default: 10, min: 1, max: 1000, help: 'Wrong two-factor codes for one account, over all its sign-ins.' }),
    secondFactorWindow: duration({ env: 'LIMIT_SECOND_FACTOR_WINDOW', default: '15m', help: 'The time in which wrong two-factor codes add up.' }),
    mailsPerMinute: integer({ env: 'LIMIT_MAILS_PER_MINUTE', default: 1, min: 1, max: 1000, help: 'Mails with a code or link to one address, for each purpose.' }),
    mailsPerHour: integer({ env: 'LIMIT_MAILS_PER_HOUR', default: 5, min: 1, max: 10_000, help: 'The same, in an hour.' }),
    entryPerMinute: integer({ env: 'LIMIT_ENTRY_PER_MINUTE', default: 30, min: 1, max: 1_000_000, help: 'Requests from one IP (IPv6: one /64) that sign in, sign up, or redeem or ask for a code.' }),
    generalPerMinute: integer({ env: 'LIMIT_GENERAL_PER_MINUTE', default: 300, min: 1, max: 1_000_000, help: 'All other requests from one IP.' }),
    knownFactor: integer({ env: 'LIMIT_KNOWN_FACTOR', default: 10, min: 1, max: 1000, help: 'A browser in which somebody has signed in has these two limits to itself. How many times them all such browsers of one network have together.' }),
    ipv6Factor56: integer({ env: 'LIMIT_IPV6_56_FACTOR', default: 4, min: 1, max: 256, help: 'How many times these two limits a whole IPv6 /56 has.' }),
    ipv6Factor48: integer({ env: 'LIMIT_IPV6_48_FACTOR', default: 16, min: 1, max: 65_536, help: 'The same, for a whole /48.' }),
  },
  audit: {
    retention: duration({ env: 'AUDIT_RETENTION', default: '400d', allowZero: true, help: 'How long the audit log keeps an event; `0s` keeps it for ever. The figures of the console’s dashboard, 30 days back, come from it.' }),
  },
  metrics: {
    port: optionalInteger({ env: 'METRICS_PORT', min: 0, max: 65_535, help: 'Port of the Prometheus metrics, at `/metrics`; none unless set, and 0 picks a free one.' }),
    host: text({ env: 'METRICS_HOST', default: '127.0.0.1', pattern: /^[\w.:-]+$/, expected: 'a host name or an address', help: 'Address that the metrics port listens on. Whoever reaches it can read them.' }),
  },
  passwords: {
    minLength: integer({ env: 'PASSWORD_MIN_LENGTH', default: 8, min: 8, max: 128, help: 'Least number of characters.' }),
    requireDigit: flag({ env: 'PASSWORD_REQUIRE_DIGIT', default: true, help: 'Demand a digit beside a letter.' }),
    rejectCommon: flag({ env: 'PASSWORD_REJECT_COMMON', default: { development: false, production: true }, help: 'Refuse passwords that many people use, and those made of the account’s name or address, `APP_NAME` or the public URL’s host.' }),
    memoryKib: integer({ env: 'ARGON2_MEMORY_KIB', default: 19_456, min: 19_456, max: 4_194_304, help: 'Argon2id memory.' }),
    timeCost: integer({ env: 'ARGON2_TIME', default: 2, min: 2, max: 100, help: 'Argon2id passes.' }),
    parallelism: integer({ env: 'ARGON2_PARALLELISM', default: 1, min: 1, max: 64, help: 'Argon2id lanes.' }),
    hashConcurrency: integer({ env: 'HASH_CONCURRENCY', default: availableParallelism(), min: 1, max: 256, help: 'Passwords hashed at once; one per core unless set.' }),
    hashQueue: integer({ env: 'HASH_QUEUE', default: 128, min: 0, max: 100_000, help: 'Hashes that may wait for a turn, which goes round the networks they come from; past it the answer is 503 `overloaded`.' }),
  },
} as const

type Schema = typeof schema
type ValueOf<S> = S extends Setting<infer Value> ? Value : never
export type Values = {
  readonly [Group in keyof Schema]: { readonly [Key in keyof Schema[Group]]: ValueOf<Schema[Group][Key]> }
}

/** The schema's values, with what follows from them filled in. */
export type Config = Values & {
  readonly profile: Profile
  readonly server: { readonly publicUrl: string }
  readonly mail: { readonly from: string }
  readonly oauth: { readonly providers: readonly ProviderSettings[] }
}

/** Every setting with its dotted path, in reading order. */
export const settings: readonly (readonly [path: string, setting: Setting<unknown>])[] = Object.entries(schema).flatMap(
  ([group, members]) => Object.entries(members).map(([key, one]) => [`${group}.${key}`, one as Setting<unknown>] as const),
)
