// Generated from the schema of the configuration. `npm run fix` writes it anew.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** `90s`, `15m`, `24h`, `7d`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** A field that accounts or organisations have beside their own. */
export interface DataField {
  type: 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'list'
  /** Who writes it: the owner; backends and administrators, for the owner to see; or those alone. @default app */
  access?: 'owner' | 'app' | 'private'
  /** Whether it is asked for at sign-up; for fields of owners. @default no */
  atSignUp?: 'no' | 'optional' | 'required'
  /** Of a text, and of each entry of a list, in characters. */
  maxLength?: number
  choices?: readonly string[]
  /** That all of a text, or of each entry of a list, has to match; of the syntax that takes linear time. */
  pattern?: string
  default?: string | number | boolean | readonly string[]
  inHeaders?: boolean
  searchable?: boolean
  /** Whether the owner gets it with the export of the account. @default true */
  exported?: boolean
  /** By language. */
  label?: Readonly<Record<string, string>>
  hint?: Readonly<Record<string, string>>
}

/** The keys of the configuration file. The environment goes before them. */
export interface Settings {
  server?: {
    /** Address to listen on. (HOST) @default 127.0.0.1, in production 0.0.0.0 */
    host?: string | undefined
    /** TCP port to listen on; 0 picks a free one. (PORT) @default 3000 */
    port?: number | undefined
    /** The address that users see; links in mail start with it. `http://localhost:$PORT` in development, or with `HOST` where that is one address; required, and https, in production. (PUBLIC_URL) */
    publicUrl?: string | undefined
    /** Below this path of `PUBLIC_URL` are the pages, the console, their files, the reference and `/admin`, and not at the root, which your app has for itself. `/auth` stays at the root unless `BASE_PATH_AUTH` moves it; `/healthz`, `/readyz`, `/.latchkey` and `/.well-known` always stay there. (BASE_PATH) */
    basePath?: string | undefined
    /** `/auth` is below `BASE_PATH` as well; providers then send people back there. (BASE_PATH_AUTH) @default false */
    basePathAuth?: boolean | undefined
    /** Your product’s name, as people read it in mails and on pages. (APP_NAME) @default Latchkey */
    appName?: string | undefined
    /** The home page of your app: where the pages of the account lead back to, and where people go after signing in or accepting an invite when they did not come from anywhere. People may be sent to its origin; its pages may call the service only if `ALLOWED_ORIGINS` names it, too. (APP_HOME_URL) */
    appHomeUrl?: string | undefined
    /** Proxies whose `X-Forwarded-For` is believed. The client is the rightmost address that is not one of them. (TRUSTED_PROXIES) */
    trustedProxies?: readonly string[] | string | undefined
    /** Connections that may be open at once; one more is closed as it comes. One address or IPv6 /64 has a quarter of them at most, unless it is a trusted proxy. It bounds the memory that clients can make one process use. (MAX_CONNECTIONS) @default 4000 */
    maxConnections?: number | undefined
    /** Processes that answer requests, behind one that deals connections out; `auto` is one for each core. SIGHUP replaces them one by one, without a failed request, and takes over settings that have changed. (WORKERS) @default 1 */
    workers?: number | 'auto' | undefined
    /** How long a process that was asked to stop still accepts requests, not ready any more and closing each connection after its answer. Behind a proxy: longer than the proxy keeps idle connections. (STOP_DELAY) @default 0ms */
    stopDelay?: Duration | undefined
    /** Who sends it to `/readyz` as `Authorization: Bearer …` is told which part is not ready, and why. (READYZ_TOKEN) */
    readyzToken?: string | undefined
    /** How much to log. `debug` adds a line for every read. (LOG_LEVEL) @default info */
    logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined
  } | undefined
  storage?: {
    /** A SQLite file (`file:./data/latchkey.db`) or PostgreSQL 14 and later (`postgres://user:password@host/database`); with several hosts, as `a,b`, the one of them that takes writes. (DATABASE_URL) @default file:./data/latchkey.db */
    url?: string | undefined
    /** Where `latchkey move` takes a SQLite database to. A running service goes on there by itself. (DATABASE_URL_NEXT) */
    next?: string | undefined
    /** PostgreSQL connections per process. (DATABASE_POOL_SIZE) @default 10 */
    poolSize?: number | undefined
  } | undefined
  security?: {
    /** Every key is derived from it. Generated once and kept beside the database in development; required in production. (SECRET) */
    secret?: string | undefined
    /** A second secret whose codes and tokens are accepted too, while `SECRET` is being replaced. (PREVIOUS_SECRET) */
    previousSecret?: string | undefined
    /** Further origins that may call the service from a browser, with credentials. (ALLOWED_ORIGINS) */
    allowedOrigins?: readonly string[] | string | undefined
    /** Accept any `http(s)://localhost`, `127.0.0.1` or `[::1]` origin. (ALLOW_LOOPBACK_ORIGINS) @default true, in production false */
    allowLoopbackOrigins?: boolean | undefined
    /** Accept state-changing requests that carry neither Origin nor Referer. Logs a warning at start. (ALLOW_MISSING_CSRF_HEADERS) @default false */
    allowMissingCsrfHeaders?: boolean | undefined
    /** Also demand the `X-CSRF-Token` header on state-changing requests. (REQUIRE_CSRF_TOKEN) @default false */
    requireCsrfToken?: boolean | undefined
    /** Over https, tell browsers that every host below the public URL’s is https as well, for a year. (HSTS_INCLUDE_SUBDOMAINS) @default false */
    hstsIncludeSubdomains?: boolean | undefined
  } | undefined
  cookies?: {
    /** Name of the session cookie. (SESSION_COOKIE_NAME) @default app_session */
    sessionName?: string | undefined
    /** Name of the refresh cookie. (REFRESH_COOKIE_NAME) @default app_refresh */
    refreshName?: string | undefined
    /** Name of the two-factor binding cookie. (BINDING_COOKIE_NAME) @default _2fa_challenge */
    bindingName?: string | undefined
    /** Name of the cookie by which a browser is known again. Set with a session, while rate limits or notices of new devices are on, or the owner trusts the browser. Over https `__Host-` stands before it. (DEVICE_COOKIE_NAME) @default _device */
    deviceName?: string | undefined
    /** The session and refresh cookies are sent to all hosts of this domain, so that apps beside us see who is signed in. None unless set: then to our own host alone. (COOKIE_DOMAIN) */
    domain?: string | undefined
    /** Put `__Host-` before the names of the session, refresh and binding cookies (`__Secure-` before the first two with `COOKIE_DOMAIN`), so that no neighbour can plant one. Needs https. A change signs nobody out: see [your app](../guide/your-app.md). (COOKIE_PREFIX) @default false */
    prefix?: boolean | undefined
    /** Mark cookies `Secure`. Always on when the public URL is https. (SECURE_COOKIES) @default false, in production true */
    secure?: boolean | undefined
  } | undefined
  mail?: {
    /** Where mail leaves: `smtp://user:password@host:587` (TLS when the server offers it; `?requireTLS=true` insists) or `smtps://…`. (SMTP_URL) */
    smtpUrl?: string | undefined
    /** Sender of every mail; `no-reply@` at the public URL’s host unless set. (MAIL_FROM) */
    from?: string | undefined
    /** Directory with mail templates that replace single ones of ours, in every language or, from a folder such as `de`, in one. (MAIL_TEMPLATES) */
    templates?: string | undefined
    /** Without `SMTP_URL`: log mails instead of failing, and where `PUBLIC_URL` is on loopback or below `localhost` show them at `/dev/inbox`. Refused in production. (DEV_INBOX) @default true, in production false */
    devInbox?: boolean | undefined
    /** Tell people by mail when their password, their second factor or a linked sign-in provider changes, or their account is deleted. (SECURITY_NOTICES) @default false, in production true */
    securityNotices?: boolean | undefined
  } | undefined
  pages?: {
    /** Colour of buttons and links on the hosted pages. (PAGES_ACCENT) @default #3552c8 */
    accent?: string | undefined
    /** How round the corners are. (PAGES_RADIUS) @default 10px */
    radius?: string | undefined
    /** Fonts, as in CSS; those of the system unless set. (PAGES_FONT) */
    font?: string | undefined
    /** Image file (SVG, PNG, WebP or JPEG) that is shown beside the name: a square one. A mark in the colour of the pages unless set. (BRAND_LOGO) */
    mark?: string | undefined
    /** Image file (SVG, PNG, WebP or JPEG) that is shown instead of the name and its mark. (PAGES_LOGO) */
    logo?: string | undefined
    /** The same for visitors whose system is dark; `PAGES_LOGO` unless set. (PAGES_LOGO_DARK) */
    darkLogo?: string | undefined
    /** Image file (SVG, PNG or ICO) for the tab of the browser. (PAGES_ICON) */
    icon?: string | undefined
    /** Where people get help: a page, or a mail address as `mailto:help@example.com`. Named in the footer, and where only you can help. (PAGES_SUPPORT) */
    support?: string | undefined
    /** Your terms, linked in the footer and where accounts are made. (PAGES_TERMS) */
    terms?: string | undefined
    /** Your privacy policy, linked likewise. (PAGES_PRIVACY) */
    privacy?: string | undefined
    /** Stylesheet file that is added after ours. (PAGES_CSS) */
    css?: string | undefined
    /** Where people go after signing in when they did not come from anywhere; `APP_HOME_URL` unless set, and without that `/account`. (PAGES_HOME) */
    home?: string | undefined
  } | undefined
  metrics?: {
    /** Port of the Prometheus metrics, at `/metrics`; none unless set, and 0 picks a free one. (METRICS_PORT) */
    port?: number | undefined
    /** Address that the metrics port listens on. Whoever reaches it can read them. (METRICS_HOST) @default 127.0.0.1 */
    host?: string | undefined
  } | undefined
  sessions?: {
    /** Lifetime of a session token; it is then refreshed. (SESSION_TTL) @default 1d */
    ttl?: Duration | undefined
    /** A session unused for this long ends. (REFRESH_TTL) @default 30d */
    refreshTtl?: Duration | undefined
    /** A session ends this long after sign-in, however busy it is. (SESSION_MAX_LIFETIME) @default 90d */
    maxLifetime?: Duration | undefined
    /** How long a just-replaced refresh token still yields its successor, so that two tabs do not sign each other out. (REFRESH_GRACE) @default 10s */
    refreshGrace?: Duration | undefined
    /** Live sessions of one account. A sign-in beyond it ends the one that was unused for longest. (SESSION_MAX_PER_ACCOUNT) @default 100 */
    maxPerAccount?: number | undefined
    /** Sessions that a process keeps in memory, so that checking one takes no query; about 2 kB each, and the data of the account. A revocation acts at once all the same. 0 keeps none. (SESSION_CACHE_SIZE) @default 10000 */
    cacheSize?: number | undefined
  } | undefined
  codes?: {
    /** Lifetime of a password reset link. (RESET_TTL) @default 1h */
    resetTtl?: Duration | undefined
    /** Lifetime of a code that sets a first password. (SET_PASSWORD_TTL) @default 10m */
    setPasswordTtl?: Duration | undefined
    /** Lifetime of an account deletion code. (DELETE_CODE_TTL) @default 10m */
    deleteTtl?: Duration | undefined
    /** Lifetime of a mailed code that proves again who is using a session. (STEP_UP_CODE_TTL) @default 10m */
    stepUpTtl?: Duration | undefined
  } | undefined
  limits?: {
    /** Limit how often things may be tried; the numbers follow. (RATE_LIMITS) @default false, in production true */
    enabled?: boolean | undefined
    /** Wrong passwords for one address before it has to wait. (LIMIT_PASSWORD_FAILURES) @default 10 */
    passwordFailures?: number | undefined
    /** The first wait; each further wrong password doubles it. (LIMIT_PASSWORD_BACKOFF) @default 30s */
    passwordBackoff?: Duration | undefined
    /** The longest wait. (LIMIT_PASSWORD_BACKOFF_MAX) @default 15m */
    passwordBackoffMax?: Duration | undefined
    /** Wrong two-factor codes for one account, over all its sign-ins. (LIMIT_SECOND_FACTOR_FAILURES) @default 10 */
    secondFactorFailures?: number | undefined
    /** The time in which wrong two-factor codes add up. (LIMIT_SECOND_FACTOR_WINDOW) @default 15m */
    secondFactorWindow?: Duration | undefined
    /** Mails with a code or link to one address, for each purpose. (LIMIT_MAILS_PER_MINUTE) @default 1 */
    mailsPerMinute?: number | undefined
    /** The same, in an hour. (LIMIT_MAILS_PER_HOUR) @default 5 */
    mailsPerHour?: number | undefined
    /** Requests from one IP (IPv6: one /64) that sign in, sign up, or redeem or ask for a code. (LIMIT_ENTRY_PER_MINUTE) @default 30 */
    entryPerMinute?: number | undefined
    /** All other requests from one IP. (LIMIT_GENERAL_PER_MINUTE) @default 300 */
    generalPerMinute?: number | undefined
    /** While a network is near the limit before this, have browsers on our pages prove some work before they sign up or ask for a code; what they prove counts apart. `auto` only with `RATE_LIMITS`. (BOT_CHECK) @default auto */
    botCheck?: 'auto' | 'off' | undefined
    /** Questions about one session, of proxies at `/auth/forward` and of servers at `/auth/check`. (LIMIT_FORWARD_PER_MINUTE) @default 6000 */
    forwardPerMinute?: number | undefined
    /** Requests with one key of a backend, a minute. (API_KEY_RATE_LIMIT) @default 600 */
    keyPerMinute?: number | undefined
    /** A browser in which somebody has signed in has these two limits to itself. How many times them all such browsers of one network have together. (LIMIT_KNOWN_FACTOR) @default 10 */
    knownFactor?: number | undefined
    /** How many times these two limits a whole IPv6 /56 has. (LIMIT_IPV6_56_FACTOR) @default 4 */
    ipv6Factor56?: number | undefined
    /** The same, for a whole /48. (LIMIT_IPV6_48_FACTOR) @default 16 */
    ipv6Factor48?: number | undefined
  } | undefined
  passwords?: {
    /** Least number of characters. (PASSWORD_MIN_LENGTH) @default 8 */
    minLength?: number | undefined
    /** Demand a letter and a digit of passwords that are shorter than 15 characters. (PASSWORD_REQUIRE_DIGIT) @default true */
    requireDigit?: boolean | undefined
    /** Refuse passwords that many people use, and those made of the account’s name or address, `APP_NAME` or the public URL’s host. (PASSWORD_REJECT_COMMON) @default true */
    rejectCommon?: boolean | undefined
    /** List of breached passwords, which nobody may set; `latchkey passwords build-breached` makes it. (PASSWORD_BREACHED_FILE) */
    breachedFile?: string | undefined
    /** Argon2id memory. (ARGON2_MEMORY_KIB) @default 19456 */
    memoryKib?: number | undefined
    /** Argon2id passes. (ARGON2_TIME) @default 2 */
    timeCost?: number | undefined
    /** Argon2id lanes. (ARGON2_PARALLELISM) @default 1 */
    parallelism?: number | undefined
    /** Passwords hashed at once; one per core unless set. (HASH_CONCURRENCY) @default cores */
    hashConcurrency?: number | undefined
    /** Hashes that may wait for a turn, which goes round the networks they come from; past it the answer is 503 `overloaded`. (HASH_QUEUE) @default 128 */
    hashQueue?: number | undefined
    /** How long a password that was imported as another system hashed it may wait for its first use. Then it is void, and its owner chooses a new one with a mailed link. Needs a mail sender. (IMPORTED_HASH_TTL) @default off */
    importedHashTtl?: Duration | 'off' | undefined
  } | undefined
  data?: {
    /** Fields that accounts have beside their own, by name; [Account data](../guide/account-data.md) has their parts. (DATA_FIELDS) */
    fields?: Readonly<Record<string, DataField>> | undefined
    /** The same for organisations. (DATA_ORG_FIELDS) */
    orgFields?: Readonly<Record<string, DataField>> | undefined
  } | undefined
  registration?: {
    /** Accept registration by email and password. Switched off with `EMAIL_SIGN_IN` on, there are no passwords at all. (ENABLE_EMAIL_PASSWORD) @default true */
    enableEmailPassword?: boolean | undefined
    /** Let people sign in with a mailed code: those who have an account, or anybody, where the first code makes the account if `ALLOW_PUBLIC` is on. Needs a mail sender. (EMAIL_SIGN_IN) @default off */
    emailSignIn?: 'off' | 'existing' | 'anybody' | undefined
    /** Mount the OAuth routes, once a provider is configured. (ENABLE_OAUTH) @default true */
    enableOAuth?: boolean | undefined
    /** Mount the invite routes. Needs a mail sender. (ENABLE_INVITE) @default false */
    enableInvite?: boolean | undefined
    /** Let anybody register. When off, registration is by invite only. (ALLOW_PUBLIC) @default true */
    allowPublic?: boolean | undefined
    /** Domains whose addresses may have an account, names below them included; everybody’s unless set. It wins over the lists of those that may not. (REGISTRATION_DOMAINS) */
    domains?: readonly string[] | string | undefined
    /** Domains whose addresses may not have an account, names below them included. (REGISTRATION_BLOCKED_DOMAINS) */
    blockedDomains?: readonly string[] | string | undefined
    /** Whether addresses at disposable domains may not have an account. Off unless a list of your own is named. (REGISTRATION_BLOCK_DISPOSABLE) */
    blockDisposable?: boolean | undefined
    /** File with disposable domains, one to a line, in place of the list that comes along. (REGISTRATION_BLOCK_DISPOSABLE_FILE) */
    disposableFile?: string | undefined
    /** Issue no session before the email address is verified. Needs a mail sender. (REQUIRE_EMAIL_VERIFICATION) @default false */
    requireEmailVerification?: boolean | undefined
    /** A server of yours that is asked before anybody makes themselves an account, and may refuse. Not asked unless set. (REGISTRATION_HOOK_URL) */
    hookUrl?: string | undefined
    /** Signs what that server is asked, as Standard Webhooks have it: `whsec_` and what `openssl rand -base64 32` prints. Needed with `REGISTRATION_HOOK_URL`. (REGISTRATION_HOOK_SECRET) */
    hookSecret?: string | undefined
    /** What becomes of a newcomer while that server is down, takes longer than three seconds or answers nonsense. (REGISTRATION_HOOK_FAILURE) @default refuse */
    hookFailure?: 'refuse' | 'allow' | undefined
    /** Lifetime of an invite. (INVITE_TTL) @default 7d */
    inviteTtl?: Duration | undefined
    /** How long after its lifetime an invite, to the service or to an organisation, is still listed. (INVITE_RETENTION) @default 30d */
    inviteRetention?: Duration | undefined
    /** Lifetime of an email verification code. (VERIFICATION_CODE_TTL) @default 15m */
    verificationCodeTtl?: Duration | undefined
  } | undefined
  twoFactor?: {
    /** Demand an emailed code at every sign-in of every account. Needs a mail sender. (REQUIRE_EMAIL_2FA) @default false */
    requireEmail2fa?: boolean | undefined
    /** Switch two-factor on for new accounts. Needs a mail sender. (TWO_FACTOR_DEFAULT_ENABLED) @default false */
    defaultEnabled?: boolean | undefined
    /** Do not demand the binding cookie when a two-factor code is redeemed. (DISABLE_CHALLENGE_BINDING) @default false */
    disableChallengeBinding?: boolean | undefined
    /** Take a mailed code also from accounts that have an authenticator app or a passkey as second factor. (TWO_FACTOR_EMAIL_BESIDE) @default false */
    emailBeside?: boolean | undefined
    /** Let people add an authenticator app. Switched off, those who have one can still sign in with it. (TOTP) @default true */
    totp?: boolean | undefined
    /** What authenticator apps show the account under. `APP_NAME` unless set. (TOTP_ISSUER) */
    totpIssuer?: string | undefined
    /** Lifetime of a two-factor code. (TWO_FACTOR_CODE_TTL) @default 5m */
    codeTtl?: Duration | undefined
    /** How long after a sign-in or a step-up a session may do what wants a fresh proof of who is using it. (STEP_UP_TTL) @default 10m */
    stepUpTtl?: Duration | undefined
    /** How long a browser that its owner trusts is asked for no second factor. `0s` switches it off. (TRUSTED_DEVICE_TTL) @default 30d */
    trustedTtl?: Duration | undefined
    /** Let administrators in with the password alone. (DISABLE_ADMIN_TWO_FACTOR) @default false */
    disableAdminTwoFactor?: boolean | undefined
  } | undefined
  passkeys?: {
    /** Let people add passkeys and sign in with them. Needs `PUBLIC_URL` to be on a host name with a dot, or on `localhost`. (PASSKEYS) @default true */
    enabled?: boolean | undefined
    /** The domain that passkeys are made for: the host of `PUBLIC_URL` unless set, or a parent of it, whose other hosts can then use them too. Passkeys of another domain stop working when it changes. (PASSKEY_RP_ID) */
    rpId?: string | undefined
    /** Origins on other domains that may use the passkeys, at most 20 and all https. Browsers look for them at `/.well-known/webauthn` of the domain. (PASSKEY_RELATED_ORIGINS) */
    relatedOrigins?: readonly string[] | string | undefined
    /** Passkeys of one account. (PASSKEY_MAX) @default 20 */
    max?: number | undefined
  } | undefined
  oauth?: {
    /** Keep the tokens that providers hand out, sealed. Off, they are dropped as soon as they have told who somebody is. (OAUTH_STORE_TOKENS) @default false */
    storeTokens?: boolean | undefined
    providers?: Readonly<Record<string, {
      /** As the provider gave it. Required. (OAUTH_<NAME>_CLIENT_ID) */
      clientId?: string | undefined
      /** As the provider gave it. Required. (OAUTH_<NAME>_CLIENT_SECRET) */
      clientSecret?: string | undefined
      /** Issuer of the OpenID Connect provider; its discovery document is read from there. Required, except where there is a preset: google, github, microsoft and gitlab have one, which this replaces. https; in development also http on loopback. (OAUTH_<NAME>_ISSUER) */
      issuer?: string | undefined
      /** Its name as people read it. (OAUTH_<NAME>_LABEL) */
      label?: string | undefined
      /** What to ask the provider for; `openid email profile` unless set. (OAUTH_<NAME>_SCOPE) */
      scope?: string | undefined
      /** Image file (SVG, PNG, WebP or JPEG) for its button; google, github, microsoft and gitlab have one of ours. (OAUTH_<NAME>_ICON) */
      icon?: string | undefined
      /** How the provider sends the browser back. (OAUTH_<NAME>_RESPONSE_MODE) @default query */
      responseMode?: 'query' | 'form_post' | undefined
    }>> | undefined
  } | undefined
  lifecycle?: {
    /** Let people change the email address of their account. Links that take a change back go on working. (EMAIL_CHANGE) @default true */
    emailChange?: boolean | undefined
    /** Lifetime of the codes that confirm a new address. (EMAIL_CHANGE_TTL) @default 1h */
    emailChangeTtl?: Duration | undefined
    /** Which mailboxes confirm a new address: `auto` is the new one alone after a proof with an authenticator app or a passkey that the account has had for a week, else both. (EMAIL_CHANGE_CONFIRM) @default auto */
    emailChangeConfirm?: 'auto' | 'new' | 'both' | undefined
    /** How long a change of address can be taken back from the old mailbox, and the old address is kept for its account. (EMAIL_REVERT_TTL) @default 7d */
    emailRevertTtl?: Duration | undefined
    /** Tell people by mail of a sign-in in a browser that their account does not know. (NEW_DEVICE_NOTICES) @default false, in production true */
    newDeviceNotices?: boolean | undefined
    /** Lifetime of the link “this wasn’t me” in such a mail. (DEVICE_REPORT_TTL) @default 3d */
    deviceReportTtl?: Duration | undefined
    /** Let people download what is kept about them. (ACCOUNT_EXPORT) @default true */
    accountExport?: boolean | undefined
  } | undefined
  forwardAuth?: {
    /** Applications that a proxy asks us about at `/auth/forward`, by origin, each with what it demands of people: `https://wiki.example.com;role=admin;2fa;verified`. (FORWARD_AUTH_APPS) */
    apps?: readonly string[] | string | undefined
    /** `remote` tells the application who it is by `Remote-User`, `-Email`, `-Name` and `-Groups` as well. (FORWARD_AUTH_HEADERS) @default latchkey */
    headers?: 'latchkey' | 'remote' | undefined
  } | undefined
  firstAdmin?: {
    /** Whoever runs the service. While there is no administrator, a start makes an account with this address, as `latchkey admin create` does; an account that is there is never changed. Needs `ADMIN_PASSWORD`. (ADMIN_EMAIL) */
    email?: string | undefined
    /** The password of that account, best as `ADMIN_PASSWORD_FILE`. The rules for new passwords hold. Both can go once the account is there. (ADMIN_PASSWORD) */
    password?: string | undefined
  } | undefined
  organisations?: {
    /** Let people form organisations. Needs a mail sender. (ORGANISATIONS) @default false */
    enabled?: boolean | undefined
    /** Who may make one: everybody with an account, or administrators. (ORG_CREATION) @default anybody */
    creation?: 'anybody' | 'admins' | undefined
    /** Organisations that one account may own. (ORG_MAX_OWNED) @default 100 */
    maxOwned?: number | undefined
    /** Organisations that one account may belong to, owned ones included. (ORG_MAX_MEMBERSHIPS) @default 500 */
    maxMemberships?: number | undefined
    /** Members of one organisation. (ORG_MAX_MEMBERS) @default 10000 */
    maxMembers?: number | undefined
    /** Lifetime of an invite to an organisation. (ORG_INVITE_TTL) @default 7d */
    inviteTtl?: Duration | undefined
    /** Open invites of one organisation. (ORG_MAX_PENDING_INVITES) @default 100 */
    maxPendingInvites?: number | undefined
    /** Let an invite to an organisation make an account where `ALLOW_PUBLIC` is off. (ORG_INVITES_REGISTER) @default false */
    invitesRegister?: boolean | undefined
    /** How long a slug that was given up is kept for its organisation. (ORG_SLUG_HOLD) @default 30d */
    slugHold?: Duration | undefined
  } | undefined
  audit?: {
    /** How long the audit log keeps an event; `0s` keeps it for ever. The figures of the console’s dashboard, up to 180 days back, go with it. (AUDIT_RETENTION) @default 400d */
    retention?: Duration | undefined
    /** File to which every checkpoint of the audit log is added, for `latchkey audit verify`. It is worth most where those who can write the database cannot write it. (AUDIT_CHECKPOINT_FILE) */
    checkpointFile?: string | undefined
    /** Address that gets the newest checkpoint of the audit log by mail, once a day (UTC) on which something came. Needs a mail sender. (AUDIT_CHECKPOINT_MAIL) */
    checkpointMail?: string | undefined
    /** Where every sealed event goes as well: `stdout`, `file:PATH`, or `otlp:URL` for a collector of OpenTelemetry, such as `otlp:http://collector:4318/v1/logs`. Each at least once, in their order; one that was away gets what it has missed. (AUDIT_STREAM) */
    stream?: string | undefined
    /** Headers for a collector of OpenTelemetry that wants a token, written as for `OTEL_EXPORTER_OTLP_HEADERS`: `authorization=Bearer%20…`, several with commas in between. (AUDIT_STREAM_HEADERS) */
    streamHeaders?: string | undefined
  } | undefined
  webhooks?: {
    /** Names of hosts in your own network that webhooks may be sent to, wherever they lead. Of all others every address has to be public. (WEBHOOK_ALLOWED_HOSTS) */
    allowedHosts?: readonly string[] | string | undefined
    /** Networks of your own that webhooks may be sent to, such as `10.1.0.0/16`. (WEBHOOK_ALLOWED_NETWORKS) */
    allowedNetworks?: readonly string[] | string | undefined
  } | undefined
  unusedAccounts?: {
    /** How long an account that somebody has made waits for the first proof of its mailbox before it is removed, used or not. Needs a mail sender. (UNVERIFIED_ACCOUNT_TTL) @default off */
    unverifiedTtl?: Duration | 'off' | undefined
    /** How long an account may be unused before it is removed; the owner is told by mail 30 and 7 days before. Longer than 30d. Needs a mail sender. (INACTIVE_ACCOUNT_TTL) @default off */
    inactiveTtl?: Duration | 'off' | undefined
  } | undefined
}

/** An account. */
export interface User {
  /** The account; it never changes. */
  id: string
  /** Its email address, in lower case. */
  email: string
  /** The name that other people see. */
  name: string
  /** What it may do: `admin` administers the service. */
  role: 'user' | 'admin'
  /** Whether its address was confirmed. */
  isVerified: boolean
  /** Whether a sign-in asks for a second factor. */
  twoFactorEnabled: boolean
  /** When the account was made. ISO 8601, in UTC. */
  createdAt: string
  /** When something of it last changed. ISO 8601, in UTC. */
  updatedAt: string
  /** Whether an administrator has shut it out. */
  isBanned: boolean
  /** How many organisations the account is an owner of. */
  orgOwnerCount: number
}

/** A browser or program in which somebody is signed in. */
export interface Session {
  /** The session. */
  id: string
  /** The account that is signed in. */
  userId: string
  /** The address that it began at. */
  ipAddress: string
  /** What its browser called itself when it began. */
  userAgent: string
  /** Whether it was ended before its time. */
  isRevoked: boolean
  /** When its session cookie has to be renewed, which happens by itself while the refresh cookie is good. ISO 8601, in UTC. */
  expiresAt: string
  /** When it ends, unless it is used before. ISO 8601, in UTC. */
  refreshExpiresAt: string
  /** When it began. ISO 8601, in UTC. */
  createdAt: string
  /** When it was last used, a minute old at most. ISO 8601, in UTC. */
  lastActiveAt: string
}

export type Verified =
  | { readonly user: User; readonly session: Session; readonly secondFactorAt: string | null }
  | { readonly user: null; readonly session: null; readonly secondFactorAt: null }

export interface Latchkey {
  /** For `http.createServer` and for Express: hands a request to the service. */
  node(request: IncomingMessage, response: ServerResponse): void
  /** The same for programs that speak in `Request` and `Response`. The limits count by `ip`. */
  fetch(request: Request, from?: { readonly ip?: string }): Promise<Response>
  /** Who sent a request, by its headers; with `data` also the values of declared fields that the owner sees. It renews nothing. */
  verify(
    headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
    more?: { readonly data?: boolean },
  ): Promise<Verified & { readonly data?: Readonly<Record<string, string | number | boolean | readonly string[] | null>> | null }>
  /** Finishes what is in flight, and closes the database. */
  close(): Promise<void>
}

/** A service for the tests of an app: its database goes with it, and it takes neither the environment nor a file for its settings. */
export interface TestSettings extends Omit<Settings, 'storage'> {
  readonly testing: true
}

/** As `context.addCookies()` of Playwright takes it. */
export interface TestCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax'
}

export interface TestMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What it asks to be typed, and where it leads; absent in a notice. */
  readonly code?: string
  readonly link?: string
}

/** Whom a test signs in. */
export interface SignedInOptions {
  /** Of an account that is there, or of a new one; made up unless given. */
  readonly email?: string
  readonly role?: 'user' | 'admin'
  /** What the account has; the session has passed the strongest. */
  readonly factors?: readonly ('email' | 'totp' | 'passkey')[]
  /** The organisation that the session is about: made, and owned, where there is none of this slug, else joined as a member. */
  readonly org?: { readonly slug?: string; readonly name?: string; readonly role?: 'member' | 'admin' | 'owner' }
  /** Values of the fields that the settings declare, of every tier; null clears one, and fields that are not named stay. */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
}

export interface SignedIn {
  readonly user: User
  readonly cookies: readonly TestCookie[]
  /** For requests to your app. A call that changes something at Latchkey itself has an `origin` beside it. */
  readonly headers: { readonly cookie: string }
  /** Of accounts that were made here, unless the settings have no passwords. */
  readonly password: string | undefined
  /** The authenticator app of the account; a code of it works once. */
  readonly totp: { readonly secret: string; code(): string } | undefined
  /** Made with the first authenticator app or passkey. */
  readonly recoveryCodes: readonly string[] | undefined
  /** A passkey that was made just now, as `WebAuthn.addCredential` of the DevTools protocol takes it. */
  readonly passkey: TestPasskey | undefined
  readonly org: { readonly id: string; readonly name: string; readonly slug: string; readonly role: 'member' | 'admin' | 'owner' } | undefined
}

export interface TestPasskey {
  readonly credentialId: string
  readonly privateKey: string
  readonly userHandle: string
  readonly rpId: string
  readonly signCount: number
  readonly isResidentCredential: boolean
}

export interface TestLatchkey extends Latchkey {
  /** Where its pages, links and cookies say that it is. There it answers after `listen()`. */
  readonly url: string
  /** Answers at `url`: a free port of this machine unless the settings name one. */
  listen(): Promise<string>
  /** A session, without a form or a mail. */
  signedIn(options?: SignedInOptions): Promise<SignedIn>
  /** All mails so far, or those to one address, oldest first. Waits for what is on its way. */
  mails(to?: string): Promise<readonly TestMail[]>
  /** The newest mail to an address; waits a few seconds for the first. */
  lastMail(to: string): Promise<TestMail>
  /** The code of the newest mail to an address that has one. */
  lastCode(to: string): Promise<string>
  /** Lets so much time pass, and does what is due by then. */
  advance(ms: number): Promise<void>
  /** Empties everything: accounts, sessions, mails, limits. The time is that of the system again. */
  reset(): Promise<void>
}

/** The service inside another program, once in a process. */
export function createLatchkey(settings: TestSettings): Promise<TestLatchkey>
export function createLatchkey(settings?: Settings): Promise<Latchkey>
