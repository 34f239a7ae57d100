// Generated from the schema of the configuration. `npm run fix` writes it anew.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The keys of the configuration file. The environment goes before them. */
export interface Settings {
  server?: {
    /** Address to listen on. (HOST) */
    host?: string | number | readonly string[]
    /** TCP port to listen on; 0 picks a free one. (PORT) */
    port?: string | number | readonly string[]
    /** The address that users see; links in mail start with it. `http://localhost:$PORT` in development, or with `HOST` where that is one address; required, and https, in production. (PUBLIC_URL) */
    publicUrl?: string | number | readonly string[]
    /** Below this path of `PUBLIC_URL` are the pages, the console, their files, the reference and `/admin`, and not at the root, which your app has for itself. `/auth` stays at the root unless `BASE_PATH_AUTH` moves it; `/healthz`, `/readyz`, `/.latchkey` and `/.well-known` always stay there. (BASE_PATH) */
    basePath?: string | number | readonly string[]
    /** `/auth` is below `BASE_PATH` as well; providers then send people back there. (BASE_PATH_AUTH) */
    basePathAuth?: boolean
    /** Your product’s name, as people read it in mails and on pages. (APP_NAME) */
    appName?: string | number | readonly string[]
    /** Proxies whose `X-Forwarded-For` is believed. The client is the rightmost address that is not one of them. (TRUSTED_PROXIES) */
    trustedProxies?: string | number | readonly string[]
    /** Connections that may be open at once; one more is closed as it comes. One address or IPv6 /64 has a quarter of them at most, unless it is a trusted proxy. It bounds the memory that clients can make one process use. (MAX_CONNECTIONS) */
    maxConnections?: string | number | readonly string[]
    /** Processes that answer requests, behind one that deals connections out; `auto` is one for each core. SIGHUP replaces them one by one, without a failed request. (WORKERS) */
    workers?: string | number | readonly string[]
    /** How long a process that was asked to stop still accepts requests, not ready any more and closing each connection after its answer. Behind a proxy: longer than the proxy keeps idle connections. (STOP_DELAY) */
    stopDelay?: string | number | readonly string[]
    /** How much to log. `debug` adds a line for every read. (LOG_LEVEL) */
    logLevel?: string | number | readonly string[]
  }
  storage?: {
    /** A SQLite file (`file:./data/latchkey.db`) or PostgreSQL 14 and later (`postgres://user:password@host/database`). (DATABASE_URL) */
    url?: string | number | readonly string[]
    /** PostgreSQL connections per process. (DATABASE_POOL_SIZE) */
    poolSize?: string | number | readonly string[]
  }
  security?: {
    /** Every key is derived from it. Generated once and kept beside the database in development; required in production. (SECRET) */
    secret?: string | number | readonly string[]
    /** A second secret whose codes and tokens are accepted too, while `SECRET` is being replaced. (PREVIOUS_SECRET) */
    previousSecret?: string | number | readonly string[]
    /** Further origins that may call the service from a browser, with credentials. (ALLOWED_ORIGINS) */
    allowedOrigins?: string | number | readonly string[]
    /** Accept any `http(s)://localhost`, `127.0.0.1` or `[::1]` origin. (ALLOW_LOOPBACK_ORIGINS) */
    allowLoopbackOrigins?: boolean
    /** Accept state-changing requests that carry neither Origin nor Referer. Logs a warning at start. (ALLOW_MISSING_CSRF_HEADERS) */
    allowMissingCsrfHeaders?: boolean
    /** Also demand the `X-CSRF-Token` header on state-changing requests. (REQUIRE_CSRF_TOKEN) */
    requireCsrfToken?: boolean
    /** Over https, tell browsers that every host below the public URL’s is https as well, for a year. (HSTS_INCLUDE_SUBDOMAINS) */
    hstsIncludeSubdomains?: boolean
  }
  cookies?: {
    /** Name of the session cookie. (SESSION_COOKIE_NAME) */
    sessionName?: string | number | readonly string[]
    /** Name of the refresh cookie. (REFRESH_COOKIE_NAME) */
    refreshName?: string | number | readonly string[]
    /** Name of the two-factor binding cookie. (BINDING_COOKIE_NAME) */
    bindingName?: string | number | readonly string[]
    /** Name of the cookie by which a browser is known again. Set with a session, while rate limits or notices of new devices are on, or the owner trusts the browser. Over https `__Host-` stands before it. (DEVICE_COOKIE_NAME) */
    deviceName?: string | number | readonly string[]
    /** The session and refresh cookies are sent to all hosts of this domain, so that apps beside us see who is signed in. None unless set: then to our own host alone. (COOKIE_DOMAIN) */
    domain?: string | number | readonly string[]
    /** Put `__Host-` before the names of the session, refresh and binding cookies (`__Secure-` before the first two with `COOKIE_DOMAIN`), so that no neighbour can plant one. Needs https. (COOKIE_PREFIX) */
    prefix?: boolean
    /** Mark cookies `Secure`. Always on when the public URL is https. (SECURE_COOKIES) */
    secure?: boolean
  }
  mail?: {
    /** Where mail leaves: `smtp://user:password@host:587` (TLS when the server offers it; `?requireTLS=true` insists) or `smtps://…`. (SMTP_URL) */
    smtpUrl?: string | number | readonly string[]
    /** Sender of every mail; `no-reply@` at the public URL’s host unless set. (MAIL_FROM) */
    from?: string | number | readonly string[]
    /** Directory with mail templates that replace single ones of ours, in every language or, from a folder such as `de`, in one. (MAIL_TEMPLATES) */
    templates?: string | number | readonly string[]
    /** Without `SMTP_URL`: log mails instead of failing, and where `PUBLIC_URL` is on loopback show them at `/dev/inbox`. Refused in production. (DEV_INBOX) */
    devInbox?: boolean
    /** Tell people by mail when their password, their second factor or a linked sign-in provider changes, or their account is deleted. (SECURITY_NOTICES) */
    securityNotices?: boolean
  }
  pages?: {
    /** Colour of buttons and links on the hosted pages. (PAGES_ACCENT) */
    accent?: string | number | readonly string[]
    /** How round the corners are. (PAGES_RADIUS) */
    radius?: string | number | readonly string[]
    /** Fonts, as in CSS; those of the system unless set. (PAGES_FONT) */
    font?: string | number | readonly string[]
    /** Image file (SVG, PNG, WebP or JPEG) that is shown beside the name: a square one. A mark in the colour of the pages unless set. (BRAND_LOGO) */
    mark?: string | number | readonly string[]
    /** Image file (SVG, PNG, WebP or JPEG) that is shown instead of the name and its mark. (PAGES_LOGO) */
    logo?: string | number | readonly string[]
    /** The same for visitors whose system is dark; `PAGES_LOGO` unless set. (PAGES_LOGO_DARK) */
    darkLogo?: string | number | readonly string[]
    /** Image file (SVG, PNG or ICO) for the tab of the browser. (PAGES_ICON) */
    icon?: string | number | readonly string[]
    /** Where people get help: a page, or a mail address as `mailto:help@example.com`. Named in the footer, and where only you can help. (PAGES_SUPPORT) */
    support?: string | number | readonly string[]
    /** Your terms, linked in the footer and where accounts are made. (PAGES_TERMS) */
    terms?: string | number | readonly string[]
    /** Your privacy policy, linked likewise. (PAGES_PRIVACY) */
    privacy?: string | number | readonly string[]
    /** Stylesheet file that is added after ours. (PAGES_CSS) */
    css?: string | number | readonly string[]
    /** Where people go after signing in when they did not come from anywhere; the account unless set. (PAGES_HOME) */
    home?: string | number | readonly string[]
  }
  metrics?: {
    /** Port of the Prometheus metrics, at `/metrics`; none unless set, and 0 picks a free one. (METRICS_PORT) */
    port?: string | number | readonly string[]
    /** Address that the metrics port listens on. Whoever reaches it can read them. (METRICS_HOST) */
    host?: string | number | readonly string[]
  }
  sessions?: {
    /** Lifetime of a session token; it is then refreshed. (SESSION_TTL) */
    ttl?: string | number | readonly string[]
    /** A session unused for this long ends. (REFRESH_TTL) */
    refreshTtl?: string | number | readonly string[]
    /** A session ends this long after sign-in, however busy it is. (SESSION_MAX_LIFETIME) */
    maxLifetime?: string | number | readonly string[]
    /** How long a just-replaced refresh token still yields its successor, so that two tabs do not sign each other out. (REFRESH_GRACE) */
    refreshGrace?: string | number | readonly string[]
    /** Live sessions of one account. A sign-in beyond it ends the one that was unused for longest. (SESSION_MAX_PER_ACCOUNT) */
    maxPerAccount?: string | number | readonly string[]
    /** Sessions that a process keeps in memory, so that checking one takes no query; about 2 kB each. A revocation acts at once all the same. 0 keeps none. (SESSION_CACHE_SIZE) */
    cacheSize?: string | number | readonly string[]
  }
  codes?: {
    /** Lifetime of a password reset link. (RESET_TTL) */
    resetTtl?: string | number | readonly string[]
    /** Lifetime of a code that sets a first password. (SET_PASSWORD_TTL) */
    setPasswordTtl?: string | number | readonly string[]
    /** Lifetime of an account deletion code. (DELETE_CODE_TTL) */
    deleteTtl?: string | number | readonly string[]
    /** Lifetime of a mailed code that proves again who is using a session. (STEP_UP_CODE_TTL) */
    stepUpTtl?: string | number | readonly string[]
  }
  limits?: {
    /** Limit how often things may be tried; the numbers follow. (RATE_LIMITS) */
    enabled?: boolean
    /** Wrong passwords for one address before it has to wait. (LIMIT_PASSWORD_FAILURES) */
    passwordFailures?: string | number | readonly string[]
    /** The first wait; each further wrong password doubles it. (LIMIT_PASSWORD_BACKOFF) */
    passwordBackoff?: string | number | readonly string[]
    /** The longest wait. (LIMIT_PASSWORD_BACKOFF_MAX) */
    passwordBackoffMax?: string | number | readonly string[]
    /** Wrong two-factor codes for one account, over all its sign-ins. (LIMIT_SECOND_FACTOR_FAILURES) */
    secondFactorFailures?: string | number | readonly string[]
    /** The time in which wrong two-factor codes add up. (LIMIT_SECOND_FACTOR_WINDOW) */
    secondFactorWindow?: string | number | readonly string[]
    /** Mails with a code or link to one address, for each purpose. (LIMIT_MAILS_PER_MINUTE) */
    mailsPerMinute?: string | number | readonly string[]
    /** The same, in an hour. (LIMIT_MAILS_PER_HOUR) */
    mailsPerHour?: string | number | readonly string[]
    /** Requests from one IP (IPv6: one /64) that sign in, sign up, or redeem or ask for a code. (LIMIT_ENTRY_PER_MINUTE) */
    entryPerMinute?: string | number | readonly string[]
    /** All other requests from one IP. (LIMIT_GENERAL_PER_MINUTE) */
    generalPerMinute?: string | number | readonly string[]
    /** Questions about one session, of proxies at `/auth/forward` and of servers at `/auth/check`. (LIMIT_FORWARD_PER_MINUTE) */
    forwardPerMinute?: string | number | readonly string[]
    /** Requests with one key of a backend, a minute. (API_KEY_RATE_LIMIT) */
    keyPerMinute?: string | number | readonly string[]
    /** A browser in which somebody has signed in has these two limits to itself. How many times them all such browsers of one network have together. (LIMIT_KNOWN_FACTOR) */
    knownFactor?: string | number | readonly string[]
    /** How many times these two limits a whole IPv6 /56 has. (LIMIT_IPV6_56_FACTOR) */
    ipv6Factor56?: string | number | readonly string[]
    /** The same, for a whole /48. (LIMIT_IPV6_48_FACTOR) */
    ipv6Factor48?: string | number | readonly string[]
  }
  passwords?: {
    /** Least number of characters. (PASSWORD_MIN_LENGTH) */
    minLength?: string | number | readonly string[]
    /** Demand a digit beside a letter. (PASSWORD_REQUIRE_DIGIT) */
    requireDigit?: boolean
    /** Refuse passwords that many people use, and those made of the account’s name or address, `APP_NAME` or the public URL’s host. (PASSWORD_REJECT_COMMON) */
    rejectCommon?: boolean
    /** Argon2id memory. (ARGON2_MEMORY_KIB) */
    memoryKib?: string | number | readonly string[]
    /** Argon2id passes. (ARGON2_TIME) */
    timeCost?: string | number | readonly string[]
    /** Argon2id lanes. (ARGON2_PARALLELISM) */
    parallelism?: string | number | readonly string[]
    /** Passwords hashed at once; one per core unless set. (HASH_CONCURRENCY) */
    hashConcurrency?: string | number | readonly string[]
    /** Hashes that may wait for a turn, which goes round the networks they come from; past it the answer is 503 `overloaded`. (HASH_QUEUE) */
    hashQueue?: string | number | readonly string[]
  }
  registration?: {
    /** Accept registration by email and password. (ENABLE_EMAIL_PASSWORD) */
    enableEmailPassword?: boolean
    /** Mount the OAuth routes, once a provider is configured. (ENABLE_OAUTH) */
    enableOAuth?: boolean
    /** Mount the invite routes. Needs a mail sender. (ENABLE_INVITE) */
    enableInvite?: boolean
    /** Let anybody register. When off, registration is by invite only. (ALLOW_PUBLIC) */
    allowPublic?: boolean
    /** Issue no session before the email address is verified. Needs a mail sender. (REQUIRE_EMAIL_VERIFICATION) */
    requireEmailVerification?: boolean
    /** Lifetime of an invite. (INVITE_TTL) */
    inviteTtl?: string | number | readonly string[]
    /** How long after its lifetime an invite, to the service or to an organisation, is still listed. (INVITE_RETENTION) */
    inviteRetention?: string | number | readonly string[]
    /** Lifetime of an email verification code. (VERIFICATION_CODE_TTL) */
    verificationCodeTtl?: string | number | readonly string[]
  }
  twoFactor?: {
    /** Demand an emailed code at every sign-in of every account. Needs a mail sender. (REQUIRE_EMAIL_2FA) */
    requireEmail2fa?: boolean
    /** Switch two-factor on for new accounts. Needs a mail sender. (TWO_FACTOR_DEFAULT_ENABLED) */
    defaultEnabled?: boolean
    /** Do not demand the binding cookie when a two-factor code is redeemed. (DISABLE_CHALLENGE_BINDING) */
    disableChallengeBinding?: boolean
    /** Take a mailed code also from accounts that have an authenticator app or a passkey as second factor. (TWO_FACTOR_EMAIL_BESIDE) */
    emailBeside?: boolean
    /** Let people add an authenticator app. Switched off, those who have one can still sign in with it. (TOTP) */
    totp?: boolean
    /** What authenticator apps show the account under. `APP_NAME` unless set. (TOTP_ISSUER) */
    totpIssuer?: string | number | readonly string[]
    /** Lifetime of a two-factor code. (TWO_FACTOR_CODE_TTL) */
    codeTtl?: string | number | readonly string[]
    /** How long after a sign-in or a step-up a session may do what wants a fresh proof of who is using it. (STEP_UP_TTL) */
    stepUpTtl?: string | number | readonly string[]
    /** How long a browser that its owner trusts is asked for no second factor. `0s` switches it off. (TRUSTED_DEVICE_TTL) */
    trustedTtl?: string | number | readonly string[]
    /** Let administrators in with the password alone. (DISABLE_ADMIN_TWO_FACTOR) */
    disableAdminTwoFactor?: boolean
  }
  passkeys?: {
    /** Let people add passkeys and sign in with them. Needs `PUBLIC_URL` to be on a host name with a dot, or on `localhost`. (PASSKEYS) */
    enabled?: boolean
    /** The domain that passkeys are made for: the host of `PUBLIC_URL` unless set, or a parent of it, whose other hosts can then use them too. Passkeys of another domain stop working when it changes. (PASSKEY_RP_ID) */
    rpId?: string | number | readonly string[]
    /** Origins on other domains that may use the passkeys, at most 20 and all https. Browsers look for them at `/.well-known/webauthn` of the domain. (PASSKEY_RELATED_ORIGINS) */
    relatedOrigins?: string | number | readonly string[]
    /** Passkeys of one account. (PASSKEY_MAX) */
    max?: string | number | readonly string[]
  }
  oauth?: {
    /** Keep the tokens that providers hand out, sealed. Off, they are dropped as soon as they have told who somebody is. (OAUTH_STORE_TOKENS) */
    storeTokens?: boolean
  }
  lifecycle?: {
    /** Let people change the email address of their account. Links that take a change back go on working. (EMAIL_CHANGE) */
    emailChange?: boolean
    /** Lifetime of the codes that confirm a new address. (EMAIL_CHANGE_TTL) */
    emailChangeTtl?: string | number | readonly string[]
    /** Which mailboxes confirm a new address: `auto` is the new one alone after a proof with an authenticator app or a passkey that the account has had for a week, else both. (EMAIL_CHANGE_CONFIRM) */
    emailChangeConfirm?: string | number | readonly string[]
    /** How long a change of address can be taken back from the old mailbox, and the old address is kept for its account. (EMAIL_REVERT_TTL) */
    emailRevertTtl?: string | number | readonly string[]
    /** Tell people by mail of a sign-in in a browser that their account does not know. (NEW_DEVICE_NOTICES) */
    newDeviceNotices?: boolean
    /** Lifetime of the link “this wasn’t me” in such a mail. (DEVICE_REPORT_TTL) */
    deviceReportTtl?: string | number | readonly string[]
    /** Let people download what is kept about them. (ACCOUNT_EXPORT) */
    accountExport?: boolean
  }
  forwardAuth?: {
    /** Applications that a proxy asks us about at `/auth/forward`, by origin, each with what it demands of people: `https://wiki.example.com;role=admin;2fa;verified`. (FORWARD_AUTH_APPS) */
    apps?: string | number | readonly string[]
    /** `remote` tells the application who it is by `Remote-User`, `-Email`, `-Name` and `-Groups` as well. (FORWARD_AUTH_HEADERS) */
    headers?: string | number | readonly string[]
  }
  organisations?: {
    /** Let people form organisations. Needs a mail sender. (ORGANISATIONS) */
    enabled?: boolean
    /** Who may make one: everybody with an account, or administrators. (ORG_CREATION) */
    creation?: string | number | readonly string[]
    /** Organisations that one account may own. (ORG_MAX_OWNED) */
    maxOwned?: string | number | readonly string[]
    /** Organisations that one account may belong to, owned ones included. (ORG_MAX_MEMBERSHIPS) */
    maxMemberships?: string | number | readonly string[]
    /** Members of one organisation. (ORG_MAX_MEMBERS) */
    maxMembers?: string | number | readonly string[]
    /** Lifetime of an invite to an organisation. (ORG_INVITE_TTL) */
    inviteTtl?: string | number | readonly string[]
    /** Open invites of one organisation. (ORG_MAX_PENDING_INVITES) */
    maxPendingInvites?: string | number | readonly string[]
    /** Let an invite to an organisation make an account where `ALLOW_PUBLIC` is off. (ORG_INVITES_REGISTER) */
    invitesRegister?: boolean
    /** How long a slug that was given up is kept for its organisation. (ORG_SLUG_HOLD) */
    slugHold?: string | number | readonly string[]
  }
  audit?: {
    /** How long the audit log keeps an event; `0s` keeps it for ever. The figures of the console’s dashboard, up to 180 days back, go with it. (AUDIT_RETENTION) */
    retention?: string | number | readonly string[]
  }
}

export interface User { id: string; email: string; name: string; role: 'user' | 'admin'; isVerified: boolean; twoFactorEnabled: boolean; createdAt: string; updatedAt: string; isBanned: boolean; orgOwnerCount: number }

export interface Session { id: string; userId: string; ipAddress: string; userAgent: string; isRevoked: boolean; expiresAt: string; refreshExpiresAt: string; createdAt: string; lastActiveAt: string }

export type Verified =
  | { readonly user: User; readonly session: Session; readonly secondFactorAt: string | null }
  | { readonly user: null; readonly session: null; readonly secondFactorAt: null }

export interface Latchkey {
  /** For `http.createServer` and for Express: hands a request to the service. */
  node(request: IncomingMessage, response: ServerResponse): void
  /** The same for programs that speak in `Request` and `Response`. The limits count by `ip`. */
  fetch(request: Request, from?: { readonly ip?: string }): Promise<Response>
  /** Who sent a request, by its headers. It renews nothing. */
  verify(headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>): Promise<Verified>
  /** Finishes what is in flight, and closes the database. */
  close(): Promise<void>
}

/** The service inside another program, once in a process. */
export function createLatchkey(settings?: Settings): Promise<Latchkey>
