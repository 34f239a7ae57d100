// Generated from the service's table of routes. `npm run fix` writes it anew.

/** Values of the fields that are asked for at sign-up, by field. */
export interface SignUpData { readonly [name: string]: unknown }

/** Somebody is signed in: the cookies have come with the answer. */
export interface SessionResult {
  /** An account. */
  user: User
  /** A browser or program in which somebody is signed in. */
  session: Session
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

/** No session before the address is confirmed with the code that was mailed to it. */
export interface VerificationPending {
  /** An account. */
  user: User
  /** Tells this answer from others. */
  requiresVerification: true
  /** A sentence for people, in English. */
  message: string
}

/** No session before a second factor is shown. */
export interface TwoFactorGated {
  /** An account. */
  user: User
  /** Tells this answer from others. */
  requiresTwoFactor: true
  /** Whether a code was mailed just now. */
  codeSent: boolean
  /** Goes with the second factor to `POST /auth/2fa/verify`, from the same browser. */
  challengeId: string
  /** Until when the sign-in can be completed. ISO 8601, in UTC. */
  expiresAt: string
  /** The same as `expiresAt`. ISO 8601, in UTC. */
  twoFactorExpiresAt: string
  /** How the sign-in can be completed; a mailed code alone where this is absent. */
  methods?: readonly ('passkey' | 'totp' | 'recovery' | 'email')[] | undefined
  /** A sentence for people, in English. */
  message: string
}

/** The account that is signed in, and its session. */
export interface Me {
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
  /** False where it was made by a provider, or without a password. */
  hasPassword: boolean
  /** A browser or program in which somebody is signed in. */
  session: Session
}

/** The values that the owner of an account sees, by field: defaults filled in, null where there is none. */
export interface OwnData { readonly [name: string]: string | number | boolean | readonly (string)[] | null }

/** It was done. */
export interface Message {
  /** A sentence for people, in English. */
  message: string
}

/** All that is kept about an account. */
export interface AccountExport {
  /** Which fields there are. */
  format: 'latchkey.account.v1'
  /** When this was written. ISO 8601, in UTC. */
  exportedAt: string
  /** The account itself. */
  account: {
    /** The account; it never changes. */
    id: string
    /** Its email address, in lower case. */
    email: string
    /** The name that other people see. */
    name: string
    /** What it may do: `admin` administers the service. */
    role: 'user' | 'admin'
    /** Whether its address was confirmed. */
    emailVerified: boolean
    /** When that was; null while it is not. ISO 8601, in UTC. */
    emailVerifiedAt: string | null
    /** Whether it has a password. */
    hasPassword: boolean
    /** Whether a sign-in asks for a second factor. */
    twoFactorEnabled: boolean
    /** Since when; null where it does not. ISO 8601, in UTC. */
    twoFactorEnabledAt: string | null
    /** The language of its mails, where one was chosen. */
    language: string | null
    /** When the account was made. ISO 8601, in UTC. */
    createdAt: string
    /** When something of it last changed. ISO 8601, in UTC. */
    updatedAt: string
  }
  /** Where the account came from; null where it was made here. */
  origin: {
    /** The system that it came from. */
    source: string
    /** Its id there. */
    sourceId: string
    /** When it was brought here. ISO 8601, in UTC. */
    importedAt: string
  } | null
  /** Values of fields that the operator has declared, those that only the operator sees too. */
  data: { readonly [name: string]: unknown }
  /** Live ones. */
  sessions: readonly ({
    /** The session. */
    id: string
    /** What its owner calls it, where it has a name. */
    name: string | null
    /** How it began; null where that was not noted yet. */
    method: 'password' | 'passkey' | 'provider' | 'invite' | 'mailbox' | null
    /** The address that it began at. */
    ipAddress: string
    /** What its browser called itself when it began. */
    userAgent: string
    /** When a second factor was passed in it; null where none was. ISO 8601, in UTC. */
    secondFactorAt: string | null
    /** When it began. ISO 8601, in UTC. */
    createdAt: string
    /** When it was last used, a minute old at most. ISO 8601, in UTC. */
    lastActiveAt: string
    /** When it ends, unless it is used before. ISO 8601, in UTC. */
    expiresAt: string
  })[]
  /** Browsers that the account knows. */
  devices: readonly ({
    /** The browser. */
    id: string
    /** Its name, where that is known. */
    browser: string | null
    /** Its operating system, where that is known. */
    system: string | null
    /** What it calls itself. */
    userAgent: string
    /** When the account was first signed in to there. ISO 8601, in UTC. */
    firstSeenAt: string
    /** When it last was. ISO 8601, in UTC. */
    lastSeenAt: string
    /** Until when it is asked for no second factor; null where it is asked. ISO 8601, in UTC. */
    trustedUntil: string | null
  })[]
  /** Providers that it can be signed in to with. */
  providers: readonly ({
    /** Its name in the configuration. */
    provider: string
    /** The address that the provider named, if it named one. */
    email: string | null
    /** When it was connected. ISO 8601, in UTC. */
    linkedAt: string
    /** When it was last signed in with. ISO 8601, in UTC. */
    lastUsedAt: string
  })[]
  /** Its passkeys. */
  passkeys: readonly ({
    /** The passkey. */
    id: string
    /** What its owner calls it. */
    name: string
    /** When it was added. ISO 8601, in UTC. */
    createdAt: string
    /** When it was last signed in with, or shown as second factor; null if never. ISO 8601, in UTC. */
    lastUsedAt: string | null
    /** Whether it may be copied to other devices. */
    isBackupEligible: boolean
    /** There are copies of it on other devices. */
    isBackedUp: boolean
  })[]
  /** What a sign-in can be asked for. */
  factors: {
    /** The authenticator app; null where there is none. */
    totp: {
      /** When it was added. ISO 8601, in UTC. */
      enabledAt: string
      /** When a code of it was last accepted; null if never. ISO 8601, in UTC. */
      lastUsedAt: string | null
    } | null
    /** The recovery codes; null where there are none. */
    recovery: {
      /** How many are left. */
      remaining: number
      /** When they were made. ISO 8601, in UTC. */
      createdAt: string
    } | null
    /** Codes by email; null where they are not asked for. */
    email: {
      /** Since when it is asked for. ISO 8601, in UTC. */
      enabledAt: string
    } | null
    /** A passkey after a password or a provider; null where none is asked for. */
    passkey: {
      /** Since when it is asked for. ISO 8601, in UTC. */
      enabledAt: string
    } | null
  }
  /** Those that the account is in, and those that have invited its address, by their name alone. */
  organisations: readonly ({
    /** The organisation; null for one that has invited. */
    id: string | null
    /** What it is called. */
    name: string
    /** Its short name; null for one that has invited. */
    slug: string | null
    /** What the account may do there, or is invited to. */
    role: 'member' | 'admin' | 'owner'
    /** Since when it is a member; null for an invite. ISO 8601, in UTC. */
    joinedAt: string | null
    /** When it was invited; null for a member. ISO 8601, in UTC. */
    invitedAt: string | null
    /** Until when that can be accepted; null for a member. ISO 8601, in UTC. */
    inviteExpiresAt: string | null
  })[]
  /** Those that the account is signed in to, and those that it has allowed to know it. */
  applications: readonly ({
    /** The application. */
    clientId: string
    /** What it is called. */
    name: string
    /** Where it is, if an administrator has said so. */
    homeUrl: string | null
    /** Since when it knows the account. ISO 8601, in UTC. */
    since: string
    /** When it was last used; null where nobody is signed in to it. ISO 8601, in UTC. */
    lastUsedAt: string | null
    /** What it may see and do. */
    scopes: readonly (string)[]
    /** It stays signed in when the browser is not. */
    stays: boolean
  })[]
  /** The newest 10,000. */
  events: readonly (ActivityEvent)[]
  /** There is more of something than is listed. */
  truncated: boolean
}

/** Something that happened to the account, as its owner sees it. */
export interface ActivityEvent {
  /** The event. */
  id: string
  /** What happened, by the name that the query takes. */
  type: string
  /** Whether it succeeded. */
  success: boolean
  /** When it happened. ISO 8601, in UTC. */
  createdAt: string
  /** The address of what you did yourself, and the network of what a stranger did; of an administrator nothing. */
  ip: string | null
  /** The browser that it was done with, where that is known. */
  browser: string | null
  /** Its operating system, where that is known. */
  system: string | null
  /** Who did it. */
  by: 'you' | 'administrator' | 'somebody'
  /** Whether it was done in the session that asks. */
  isCurrentSession: boolean
  /** Why a session ended, of `session.revoked`. */
  reason?: 'ended_by_owner' | 'ended_by_administrator' | 'password_changed' | 'password_reset' | 'factors_changed' | 'factors_reset' | 'email_changed' | 'email_reverted' | 'device_reported' | 'mailbox_proved' | 'banned' | 'session_cap' | 'replaced' | 'application_signed_out' | 'application_token_reused' | 'idle' | 'max_lifetime' | 'application_removed' | undefined
  /** How often: attempts of strangers that are alike are one event for an hour. */
  count: number
}

/** A session as its owner sees it. */
export interface OwnSession {
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
  /** How it began; null where that was not noted yet. */
  method: 'password' | 'passkey' | 'provider' | 'invite' | 'mailbox' | null
  /** What its owner calls it, where it has a name. */
  name?: string | undefined
}

/** The address is confirmed, and somebody is signed in. */
export interface VerifiedSession {
  /** An account. */
  user: User
  /** A browser or program in which somebody is signed in. */
  session: Session
  /** The mailbox was proved for the first time, in a browser that the account did not know and without its password: what was set before is removed. The password is not: ask its owner whether they chose it. */
  provedElsewhere?: true | undefined
}

/** The address is confirmed; no session before a second factor is shown. */
export interface VerifiedGated {
  /** An account. */
  user: User
  /** Tells this answer from others. */
  requiresTwoFactor: true
  /** Whether a code was mailed just now. */
  codeSent: boolean
  /** Goes with the second factor to `POST /auth/2fa/verify`, from the same browser. */
  challengeId: string
  /** Until when the sign-in can be completed. ISO 8601, in UTC. */
  expiresAt: string
  /** The same as `expiresAt`. ISO 8601, in UTC. */
  twoFactorExpiresAt: string
  /** How the sign-in can be completed; a mailed code alone where this is absent. */
  methods?: readonly ('passkey' | 'totp' | 'recovery' | 'email')[] | undefined
  /** A sentence for people, in English. */
  message: string
  /** The mailbox was proved for the first time, in a browser that the account did not know and without its password: what was set before is removed. The password is not: ask its owner whether they chose it. */
  provedElsewhere?: true | undefined
}

/** A passkey of the account. */
export interface Passkey {
  /** The passkey. */
  id: string
  /** What its owner calls it. */
  name: string
  /** What its authenticator says it is; all zeros where it says nothing. */
  aaguid: string
  /** Who keeps it, where that is known. */
  provider: string | null
  /** How a browser reaches it: `internal`, `hybrid`, `usb`, `nfc`, `ble`. */
  transports: readonly (string)[]
  /** There are copies of it on other devices. */
  isBackedUp: boolean
  /** False while passkeys are switched off, or cannot work at this address. */
  isUsable: boolean
  /** The domain that it was made for, where that is another one than now. */
  rpId?: string | undefined
  /** When it was added. ISO 8601, in UTC. */
  createdAt: string
  /** When it was last signed in with, or shown as second factor; null if never. ISO 8601, in UTC. */
  lastUsedAt: string | null
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export interface PasskeyAuthenticationOptions {
  /** The domain that the passkey was made for. */
  rpId: string
  /** 32 random bytes in base64url, to be signed. */
  challenge: string
  /** How long the browser may ask, in milliseconds. */
  timeout: number
  /** The authenticator has to ask for a finger, a face or a PIN. */
  userVerification: 'required'
  /** Those that will do; any one where this is absent. */
  allowCredentials?: readonly ({
    /** The one kind that there is. */
    type: 'public-key'
    /** What its authenticator calls it, in base64url. */
    id: string
    /** How a browser reaches it. */
    transports: readonly (string)[]
  })[] | undefined
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export interface PasskeyRegistrationOptions {
  /** Who it is for. */
  rp: {
    /** The domain that the passkey is made for. */
    id: string
    /** The name of the service. */
    name: string
  }
  /** Whose it is. */
  user: {
    /** A random id of the account, in base64url. */
    id: string
    /** Its email address. */
    name: string
    /** Its name. */
    displayName: string
  }
  /** 32 random bytes in base64url, to be signed. */
  challenge: string
  /** How long the browser may ask, in milliseconds. */
  timeout: number
  /** Which signatures we can check, the best first. */
  pubKeyCredParams: readonly ({
    /** The one kind that there is. */
    type: 'public-key'
    /** A number of the COSE registry. */
    alg: number
  })[]
  /** Who made the authenticator is not asked. */
  attestation: 'none'
  /** Those that the account has already. */
  excludeCredentials: readonly ({
    /** The one kind that there is. */
    type: 'public-key'
    /** What its authenticator calls it, in base64url. */
    id: string
    /** How a browser reaches it. */
    transports: readonly (string)[]
  })[]
  /** Which authenticators will do. */
  authenticatorSelection: {
    /** It has to be found without an address. */
    residentKey: 'required'
    /** The same for older browsers. */
    requireResidentKey: boolean
    /** The authenticator has to ask for a finger, a face or a PIN. */
    userVerification: 'required'
  }
  /** What else is asked of the browser. */
  extensions: {
    /** Whether the browser is to say what it made. */
    credProps: boolean
  }
}

/** A browser that its owner trusts. */
export interface TrustedDevice {
  /** The browser. */
  id: string
  /** Its name, where that is known. */
  browser: string | null
  /** Its operating system, where that is known. */
  system: string | null
  /** When its owner said so. ISO 8601, in UTC. */
  trustedAt: string
  /** Until when it is asked for no second factor. ISO 8601, in UTC. */
  trustedUntil: string
  /** When the account was last signed in to there. ISO 8601, in UTC. */
  lastSeenAt: string
}

/** Values by field; a field that is left out stays as it is, and null clears it. */
export interface OwnDataChange { readonly [name: string]: unknown }

/** All values of an account, by field: defaults filled in, null where there is none. */
export interface AccountData { readonly [name: string]: string | number | boolean | readonly (string)[] | null }

/** Values by field; a field that is left out stays as it is, and null clears it. */
export interface AccountDataChange { readonly [name: string]: unknown }

/** As RFC 7517 and 7518 have it. */
export interface PublicKey {
  /** The thumbprint of the key, which every token names. */
  kid: string
  /** `RSA` or `EC`. */
  kty: string
  /** What it signs with. */
  alg: string
  /** Always `sig`. */
  use: string
  /** Of an RSA key, its modulus. */
  n?: string | undefined
  /** Of an RSA key, its exponent. */
  e?: string | undefined
  /** Of an EC key, its curve. */
  crv?: string | undefined
  /** Of an EC key. */
  x?: string | undefined
  /** Of an EC key. */
  y?: string | undefined
}

/** Without its private half, which is shown nowhere. */
export interface SigningKey {
  /** Its thumbprint, which every token names that it has signed. */
  kid: string
  /** What it signs with. */
  algorithm: 'RS256' | 'ES256'
  /** Whether it signs, will, or did. */
  state: 'published' | 'signing' | 'retired' | 'withdrawn'
  /** Since when it is published. ISO 8601, in UTC. */
  createdAt: string
  /** From when on it signs. ISO 8601, in UTC. */
  signsFrom: string
  /** Until when it signs. ISO 8601, in UTC. */
  signsUntil: string | null
  /** When the last token is out that it has signed. ISO 8601, in UTC. */
  publishedUntil: string | null
}

/** An application, in a list. */
export interface ListedClient {
  /** Its id, as it stands in the configuration of the application. */
  id: string
  /** What people read. */
  name: string
  /** What sort of application it is. */
  kind: 'web' | 'browser' | 'native' | 'service'
  /** People are not asked whether it may know them. */
  isFirstParty: boolean
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** Since when nobody signs in to it; null while they do. ISO 8601, in UTC. */
  disabledAt: string | null
  /** When it last called, a minute old at most; null if never. ISO 8601, in UTC. */
  lastUsedAt: string | null
  /** Why a request of it was last refused; null if none was. */
  lastRefusal: 'disabled' | 'secret_missing' | 'secret_wrong' | 'secret_expired' | 'secret_of_public_client' | 'redirect_uri_unknown' | 'post_logout_uri_unknown' | 'request_malformed' | 'response_type_unknown' | 'challenge_missing' | 'challenge_method_unknown' | 'verifier_wrong' | 'verifier_missing' | 'verifier_unexpected' | 'scope_unknown' | 'audience_unknown' | 'grant_type_not_allowed' | 'code_used_twice' | 'code_unknown' | 'code_expired' | 'redirect_uri_differs' | 'refresh_token_reused' | 'refresh_token_unknown' | 'demand_role' | 'demand_second_factor' | 'demand_verified' | 'demand_organisation' | null
  /** When that was. ISO 8601, in UTC. */
  lastRefusedAt: string | null
}

/** An application that signs people in, or a service that acts for itself. */
export interface Client {
  /** Its id, as it stands in the configuration of the application. */
  id: string
  /** What people read. */
  name: string
  /** What sort of application it is. */
  kind: 'web' | 'browser' | 'native' | 'service'
  /** People are not asked whether it may know them. */
  isFirstParty: boolean
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** Since when nobody signs in to it; null while they do. ISO 8601, in UTC. */
  disabledAt: string | null
  /** When it last called, a minute old at most; null if never. ISO 8601, in UTC. */
  lastUsedAt: string | null
  /** Why a request of it was last refused; null if none was. */
  lastRefusal: 'disabled' | 'secret_missing' | 'secret_wrong' | 'secret_expired' | 'secret_of_public_client' | 'redirect_uri_unknown' | 'post_logout_uri_unknown' | 'request_malformed' | 'response_type_unknown' | 'challenge_missing' | 'challenge_method_unknown' | 'verifier_wrong' | 'verifier_missing' | 'verifier_unexpected' | 'scope_unknown' | 'audience_unknown' | 'grant_type_not_allowed' | 'code_used_twice' | 'code_unknown' | 'code_expired' | 'redirect_uri_differs' | 'refresh_token_reused' | 'refresh_token_unknown' | 'demand_role' | 'demand_second_factor' | 'demand_verified' | 'demand_organisation' | null
  /** When that was. ISO 8601, in UTC. */
  lastRefusedAt: string | null
  /** Where the application is. */
  homeUrl: string | null
  /** Where people are sent with a code. */
  redirectUris: readonly (string)[]
  /** Where people may be sent after they have signed out. */
  postLogoutUris: readonly (string)[]
  /** Where the application is told that a session has ended. */
  logoutUri: string | null
  /** It has to send a PKCE challenge. */
  wantsPkce: boolean
  /** It has sent one, and so has to send one until `wantsPkce` is switched off by an administrator. */
  hasSentChallenge: boolean
  /** It may ask for `offline_access`. */
  mayStay: boolean
  /** It may sign people in on a device without a browser. */
  hasDeviceFlow: boolean
  /** What it may ask for. */
  scopes: readonly (string)[]
  /** Services for which it gets signed access tokens. */
  audiences: readonly (string)[]
  /** What a person has to be so that the application lets them in. */
  demands: {
    /** Administrators alone. */
    role?: 'admin' | undefined
    /** A second factor was passed in the session. */
    secondFactor?: boolean | undefined
    /** The address of the account is verified. */
    verified?: boolean | undefined
    /** Members of this organisation alone. */
    organisation?: string | undefined
  }
  /** It knows every person by an id that no other application knows. */
  isPairwise: boolean
  /** What its tokens are signed with. */
  algorithm: 'RS256' | 'ES256'
  /** The redirect address that it asked for, where that was why: 200 characters of it at most. */
  lastRefusedUri: string | null
  /** The account that made it; null where it was made on the command line. */
  createdBy: string | null
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string
  /** Its secrets, the newest first: two at most. */
  secrets: readonly ({
    /** The secret, which itself was shown once. */
    id: string
    /** When it was made. ISO 8601, in UTC. */
    createdAt: string
    /** Until when it is good, where a newer one takes its place; null for the newest. ISO 8601, in UTC. */
    expiresAt: string | null
    /** When it was last used, a minute old at most; null if never. ISO 8601, in UTC. */
    lastUsedAt: string | null
  })[]
}

/** An application that the account is signed in to, or was allowed to know it. */
export interface Application {
  /** The application. */
  clientId: string
  /** What it is called. */
  name: string
  /** Where it is, if an administrator has said so. */
  homeUrl: string | null
  /** Since when it knows the account. ISO 8601, in UTC. */
  since: string
  /** When it was last used; null where nobody is signed in to it. ISO 8601, in UTC. */
  lastUsedAt: string | null
  /** What it may see and do. */
  scopes: readonly (string)[]
  /** It stays signed in when the browser is not. */
  stays: boolean
}

/** An account in a list. */
export interface ListedUser {
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
  /** When its newest session began. Only where `include` asks for `lastActiveAt`. ISO 8601, in UTC. */
  lastSignInAt?: string | null | undefined
  /** When one of its sessions was last used, to the minute. Only where `include` asks for it. ISO 8601, in UTC. */
  lastActiveAt?: string | null | undefined
  /** All values of an account, by field: defaults filled in, null where there is none. */
  data?: AccountData | undefined
}

/** A session as administrators see it. */
export interface UserSession {
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
  /** How it began; null where that was not noted yet. */
  method: 'password' | 'passkey' | 'provider' | 'invite' | 'mailbox' | null
}

/** An invite to make an account. */
export interface Invite {
  /** The invite. */
  id: string
  /** The address that was invited. */
  email: string
  /** What became of it. */
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  /** The account or key that invited; null where it was done on the command line, or is gone. */
  createdBy: string | null
  /** Until when it can be accepted. ISO 8601, in UTC. */
  expiresAt: string
  /** When it was accepted; null where it was not. ISO 8601, in UTC. */
  acceptedAt: string | null
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
}

/** An invite in a list. */
export interface ListedInvite {
  /** The invite. */
  id: string
  /** The address that was invited. */
  email: string
  /** What became of it. */
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  /** The account or key that invited; null where it was done on the command line, or is gone. */
  createdBy: string | null
  /** Until when it can be accepted. ISO 8601, in UTC. */
  expiresAt: string
  /** When it was accepted; null where it was not. ISO 8601, in UTC. */
  acceptedAt: string | null
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** The address of the account that invited, while there is one. Only where `include` asks for it. */
  createdByEmail?: string | null | undefined
}

/** An organisation. */
export interface Organisation {
  /** The organisation; it never changes. */
  id: string
  /** What it is called. */
  name: string
  /** Its short name, for addresses: nobody else has it. */
  slug: string
  /** The account that made it, which may be gone by now. */
  createdBy: string | null
  /** How many owners it has, banned ones too. */
  ownerCount: number
  /** How many members it has, owners too. */
  memberCount: number
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** When its name or short name last changed. ISO 8601, in UTC. */
  updatedAt: string
}

/** An organisation that the account is a member of. */
export interface OwnOrganisation {
  /** The organisation; it never changes. */
  id: string
  /** What it is called. */
  name: string
  /** Its short name, for addresses: nobody else has it. */
  slug: string
  /** The account that made it, which may be gone by now. */
  createdBy: string | null
  /** How many owners it has, banned ones too. */
  ownerCount: number
  /** How many members it has, owners too. */
  memberCount: number
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** When its name or short name last changed. ISO 8601, in UTC. */
  updatedAt: string
  /** What the account may do there. */
  role: 'member' | 'admin' | 'owner'
}

/** The values that members of an organisation see, by field: defaults filled in, null where there is none. */
export interface OrgData { readonly [name: string]: string | number | boolean | readonly (string)[] | null }

/** Values by field; a field that is left out stays as it is, and null clears it. */
export interface OrgDataChange { readonly [name: string]: unknown }

/** A member of an organisation. */
export interface OrgMember {
  /** The account. */
  userId: string
  /** Its name. */
  name: string
  /** Its address. For admins and owners. */
  email?: string | undefined
  /** What the member may do. */
  role: 'member' | 'admin' | 'owner'
  /** Since when. ISO 8601, in UTC. */
  joinedAt: string
}

/** An invite into an organisation. */
export interface OrgInvite {
  /** The invite. */
  id: string
  /** The organisation. */
  orgId: string
  /** The address that was invited. */
  email: string
  /** What the new member may do. */
  role: 'member' | 'admin' | 'owner'
  /** What became of it. */
  status: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'
  /** The account that invited; null for one that is gone. */
  invitedBy: string | null
  /** Until when it can be accepted. ISO 8601, in UTC. */
  expiresAt: string
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** When it was accepted; null where it was not. ISO 8601, in UTC. */
  acceptedAt: string | null
}

/** An invite into an organisation, as the one who is invited sees it. */
export interface OwnOrgInvite {
  /** The invite. */
  id: string
  /** The organisation that invites. */
  organisation: {
    /** What it is called. */
    name: string
  }
  /** What the new member may do. */
  role: 'member' | 'admin' | 'owner'
  /** The name of the member who invited. */
  invitedBy: string
  /** Until when it can be accepted. ISO 8601, in UTC. */
  expiresAt: string
}

/** Something that happened in an organisation. */
export interface OrgEvent {
  /** The event. */
  id: string
  /** What happened, by the name that the query takes. */
  type: string
  /** Whether it succeeded. */
  success: boolean
  /** The account that did it; null for an administrator of the service. */
  actorId: string | null
  /** The account that it was done to; null where there is none. */
  targetUserId: string | null
  /** What else is known of it. */
  metadata: { readonly [name: string]: string | number }
  /** When it happened. ISO 8601, in UTC. */
  createdAt: string
}

/** All values of an organisation, by field: defaults filled in, null where there is none. */
export interface WholeOrgData { readonly [name: string]: string | number | boolean | readonly (string)[] | null }

/** Values by field; a field that is left out stays as it is, and null clears it. */
export interface WholeOrgDataChange { readonly [name: string]: unknown }

/** A key of a backend, without its secret. */
export interface ApiKey {
  /** The key; the audit log names it as the one that acted. */
  id: string
  /** What it is for. */
  name: string
  /** What it may do. */
  scopes: readonly ('data:read' | 'data:write' | 'clients:read' | 'users:read' | 'users:write' | 'sessions:write' | 'invites:write' | 'orgs:read' | 'orgs:write' | 'audit:read' | 'webhooks:write')[]
  /** The account that made it; null where it was made on the command line. */
  createdBy: string | null
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
  /** When it was last used, a minute old at most; null if never. ISO 8601, in UTC. */
  lastUsedAt: string | null
  /** When it was revoked; null while it is good. ISO 8601, in UTC. */
  revokedAt: string | null
}

/** A line of the audit log. */
export interface AuditEvent {
  /** The event. */
  id: string
  /** Its number in the sealed log; null until it is sealed, about a second after it happened. */
  sequence: number | null
  /** What happened, by the name that the query takes. */
  type: string
  /** Whether it succeeded. */
  success: boolean
  /** The account or key that did it; null where that is not known. */
  actorId: string | null
  /** The address of that account, while there is one. */
  actorEmail: string | null
  /** The account that it was done to; null where there is none. */
  targetUserId: string | null
  /** The address of that account, while there is one. */
  targetEmail: string | null
  /** The address of the invite that the event is about, while that is kept. */
  inviteEmail: string | null
  /** The session that it was done in or to; null where there is none. */
  sessionId: string | null
  /** The address that it came from; empty where it was no request. */
  ip: string
  /** What the browser or program called itself. */
  userAgent: string
  /** The request, as in `X-Request-Id` and in the log of the service. */
  requestId: string
  /** What else is known of it. `count` is there where the event stands for more than one. */
  metadata: { readonly [name: string]: string | number }
  /** When it happened. ISO 8601, in UTC. */
  createdAt: string
}

/** A sealed event. */
export interface StreamedEvent {
  /** Its number in the sealed log: one more than that of the line before. */
  sequence: number
  /** The event. */
  id: string
  /** What happened, by the name that the query takes. */
  type: string
  /** Whether it succeeded. */
  success: boolean
  /** The account or key that did it; null where that is not known. */
  actorId: string | null
  /** The account that it was done to; null where there is none. */
  targetUserId: string | null
  /** The session that it was done in or to; null where there is none. */
  sessionId: string | null
  /** The address that it came from; empty where it was no request. */
  ip: string
  /** What the browser or program called itself. */
  userAgent: string
  /** The request, as in `X-Request-Id` and in the log of the service. */
  requestId: string
  /** What else is known of it. `count` is there where the event stands for more than one. */
  metadata: { readonly [name: string]: string | number }
  /** When it happened. ISO 8601, in UTC. */
  createdAt: string
  /** The organisation that it is about; null where there is none. */
  orgId: string | null
  /** What it is in the Open Cybersecurity Schema Framework. */
  ocsf: {
    /** The class. */
    classUid: number
    /** What was done, within the class. */
    activityId: number
  }
}

/** A server that is told what happens, without its secret. */
export interface Webhook {
  /** The webhook. */
  id: string
  /** Where it is posted to. */
  url: string
  /** What it is told; `*` is all but failed sign-ins. */
  types: readonly ('*' | 'user.created' | 'user.updated' | 'user.email_changed' | 'user.email_verified' | 'user.role_changed' | 'user.banned' | 'user.unbanned' | 'user.deleted' | 'user.imported' | 'session.created' | 'session.ended' | 'sign_in.failed' | 'password.changed' | 'password.reset' | 'factor.added' | 'factor.removed' | 'identity.linked' | 'identity.unlinked' | 'invite.created' | 'invite.accepted' | 'invite.revoked' | 'org.created' | 'org.updated' | 'org.deleted' | 'org.member_added' | 'org.member_removed' | 'org.member_role_changed' | 'audit.checkpoint' | 'webhook.test')[]
  /** What it is for. */
  description: string | null
  /** Failing: no attempt was good since the last failure. */
  status: 'enabled' | 'failing' | 'disabled'
  /** Why it is told nothing: an administrator has disabled it, it has answered 410, it has not answered well for three days, or its maker may make none any more. */
  disabledReason: 'by_administrator' | 'gone' | 'unreachable' | 'maker_without_power' | null
  /** How many events it has not been told yet, or that were not looked at for it. */
  lag: number
  /** When it has last answered well; null if never. ISO 8601, in UTC. */
  lastSuccessAt: string | null
  /** When it was made. ISO 8601, in UTC. */
  createdAt: string
}

/** An event that a webhook is told of. */
export interface WebhookDelivery {
  /** The event: the `webhook-id` of what is sent. */
  eventId: string
  /** Its number: what has a lower one happened before. */
  sequence: number
  /** What has happened: one of the types of a webhook. */
  type: string
  /** Failed: it is not tried again. */
  status: 'open' | 'delivered' | 'failed'
  /** How often it was tried. */
  attempts: number
  /** When it is tried again; null where it is not. ISO 8601, in UTC. */
  nextAttemptAt: string | null
  /** Of the last attempt: `delivered`, `status_503`, `timeout`, `dns_failed`, `address_not_allowed`, `connect_failed`, `tls_failed` or `redirected`. */
  outcome: string | null
  /** How many milliseconds the last attempt took. */
  ms: number | null
}

/** What every request that fails is answered with. */
export interface Envelope {
  /** A code to program against. */
  error: string
  /** A text for people. */
  message: string
}

/** What applications are answered with when a request of theirs fails, as RFC 6749 has it. */
export interface OAuthError {
  /** A code to program against. */
  error: string
  /** A text for those who write the application. */
  error_description: string
}

/** Every route of the service, by what a request says of itself. */
export interface Routes {
  /** Create an account with email and password */
  'POST /auth/register': {
    name: 'register'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand. */
      password: string
      /** The name that other people see: 1 to 200 characters on one line. */
      name: string
      /** Values of the fields that are asked for at sign-up, by field. */
      data?: SignUpData | undefined
      /** Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to. */
      returnTo?: string | undefined
    }
    reply: SessionResult | VerificationPending | TwoFactorGated
    error: 'invalid_json' | 'invalid_email' | 'weak_password' | 'password_compromised' | 'name_required' | 'invalid_data' | 'unknown_field' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'email_not_allowed' | 'field_not_writable' | 'registration_refused' | 'method_disabled' | 'email_already_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Sign in with email and password */
  'POST /auth/login': {
    name: 'login'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** The password of the account. */
      password: string
    }
    reply: SessionResult | VerificationPending | TwoFactorGated
    error: 'invalid_json' | 'invalid_credentials' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_banned' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Sign in as an administrator */
  'POST /auth/admin/login': {
    name: 'adminLogin'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** The password of the account. */
      password: string
    }
    reply: SessionResult | VerificationPending | TwoFactorGated
    error: 'invalid_json' | 'invalid_credentials' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_banned' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Who is signed in */
  'GET /auth/me': {
    name: 'me'
    params: undefined
    query: undefined
    body: undefined
    reply: Me
    error: 'unauthorized' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Who is signed in, if anybody */
  'GET /auth/check': {
    name: 'check'
    params: undefined
    query: {
      /** Whether to tell the values of declared fields as well. */
      data?: boolean | undefined
    }
    body: undefined
    reply: {
      /** Who is signed in; null without a session. */
      user: User | null
      /** Their session; null without one. */
      session: Session | null
      /** When a second factor was passed in this session; null where none was. ISO 8601, in UTC. */
      secondFactorAt: string | null
      /** Values of declared fields, only where they were asked for; null without a session. */
      data?: OwnData | null | undefined
    }
    error: 'invalid_input' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change the display name */
  'PUT /auth/name': {
    name: 'rename'
    params: undefined
    query: undefined
    body: {
      /** The name that other people see: 1 to 200 characters on one line. */
      name: string
    }
    reply: Message
    error: 'invalid_json' | 'validation_error' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Choose the language of mails and pages, or none */
  'PUT /auth/language': {
    name: 'setLanguage'
    params: undefined
    query: undefined
    body: {
      /** `en`, `de`, `fr` or `es`; null goes by the browser again. */
      language: string | null
    }
    reply: Message
    error: 'invalid_json' | 'invalid_input' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Delete the account, confirmed by its password */
  'DELETE /auth/account': {
    name: 'deleteWithPassword'
    params: undefined
    query: undefined
    body: {
      /** The password of the account. */
      password: string
    }
    reply: Message
    error: 'invalid_json' | 'no_password' | 'wrong_password' | 'last_admin' | 'cannot_remove_last_owner' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a code that confirms the deletion of the account */
  'POST /auth/account/delete/request': {
    name: 'requestDeletion'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'password_account' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Delete the account, confirmed by a mailed code */
  'POST /auth/account/delete/confirm': {
    name: 'deleteWithCode'
    params: undefined
    query: undefined
    body: {
      /** The code as it stands in the mail. Case, dashes and spaces do not count. */
      code: string
    }
    reply: Message
    error: 'invalid_json' | 'delete_code_invalid' | 'last_admin' | 'cannot_remove_last_owner' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'delete_code_expired' | 'delete_code_already_used' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Everything that is kept about the account, as a file */
  'POST /auth/account/export': {
    name: 'exportAccount'
    params: undefined
    query: undefined
    body: undefined
    reply: AccountExport
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Sign out: end the current session */
  'POST /auth/logout': {
    name: 'logout'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Trade the refresh cookie for a fresh pair */
  'POST /auth/refresh': {
    name: 'refresh'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** A browser or program in which somebody is signed in. */
      session: Session
    }
    error: 'invalid_refresh' | 'invalid_refresh_token' | 'refresh_expired' | 'session_revoked' | 'max_lifetime_exceeded' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** A CSRF token for the X-CSRF-Token header, and its cookie */
  'GET /auth/csrf-token': {
    name: 'csrfToken'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** For the header `X-CSRF-Token`, where `REQUIRE_CSRF_TOKEN` is on. */
      csrfToken: string
    }
    error: 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** The live sessions of the account, newest first */
  'GET /auth/sessions': {
    name: 'listSessions'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
    }
    body: undefined
    reply: {
      /** The sessions that have not ended, newest first. */
      sessions: readonly (OwnSession)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
      /** The session that asks. */
      currentSessionId: string
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End every session of the account but this one */
  'DELETE /auth/sessions': {
    name: 'endOtherSessions'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End one session of the account */
  'DELETE /auth/sessions/{id}': {
    name: 'endSession'
    params: {
      /** The session. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'session_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Give a session of the account a name */
  'PATCH /auth/sessions/{id}': {
    name: 'renameSession'
    params: {
      /** The session. */
      id: string
    }
    query: undefined
    body: {
      /** 1 to 60 visible characters on one line; empty for none. */
      name: string
    }
    reply: OwnSession
    error: 'invalid_json' | 'validation_error' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'session_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End several sessions of the account */
  'POST /auth/sessions/revoke': {
    name: 'endChosenSessions'
    params: undefined
    query: undefined
    body: {
      /** The sessions to end. Those of other accounts, and those that are over, are left out. */
      sessionIds: readonly (string)[]
    }
    reply: {
      /** How many were ended. */
      revoked: number
    }
    error: 'invalid_json' | 'invalid_input' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Verify an email address with a mailed code */
  'POST /auth/verify-email': {
    name: 'verifyEmail'
    params: undefined
    query: undefined
    body: {
      /** The code as it stands in the mail. Case, dashes and spaces do not count. */
      code: string
      /** Shows that whoever has the code has made the account too. @default '' */
      password?: string | undefined
      /** Somebody else has made the account: its password is void. */
      discardPassword?: boolean | undefined
      /** Refuse where this browser is signed in to another account. */
      keepOtherAccount?: boolean | undefined
      /** The address of the one other account that may be left all the same. */
      leaving?: string | undefined
    }
    reply: VerifiedSession | VerifiedGated
    error: 'invalid_json' | 'code_invalid' | 'invalid_credentials' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_banned' | 'user_not_found' | 'other_account' | 'code_already_used' | 'code_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a verification code to the signed-in account */
  'POST /auth/resend-verification': {
    name: 'resendVerification'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Whether a mail is on its way. */
      codeSent: boolean
      /** Until when the code is good. ISO 8601, in UTC. */
      expiresAt: string
      /** A sentence for people, in English. */
      message: string
    }
    error: 'already_verified' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Mail a verification code to an address */
  'POST /auth/verify-email/resend': {
    name: 'requestVerification'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to. */
      returnTo?: string | undefined
    }
    reply: Message
    error: 'invalid_json' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Confirm the address whose mailbox this browser has just proved on the page of a reset */
  'POST /auth/verify-email/proved': {
    name: 'confirmProved'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'already_verified' | 'code_invalid' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a code to sign in with */
  'POST /auth/code/request': {
    name: 'requestSignInCode'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to. */
      returnTo?: string | undefined
      /** The name of an account that the code makes; made of the address unless given. */
      name?: string | undefined
    }
    reply: Message
    error: 'invalid_json' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Sign in with a mailed code, in the browser that asked for it */
  'POST /auth/code/verify': {
    name: 'verifySignInCode'
    params: undefined
    query: undefined
    body: {
      /** The code as it stands in the mail. Case, dashes and spaces do not count. */
      code: string
      /** Values of the fields that are asked for at sign-up, by field. */
      data?: SignUpData | undefined
    }
    reply: SessionResult | TwoFactorGated
    error: 'invalid_json' | 'code_invalid' | 'invalid_data' | 'unknown_field' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_banned' | 'forbidden' | 'email_not_allowed' | 'field_not_writable' | 'registration_refused' | 'method_disabled' | 'email_already_exists' | 'code_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a password reset link */
  'POST /auth/forgot-password': {
    name: 'forgotPassword'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to. */
      returnTo?: string | undefined
    }
    reply: Message
    error: 'invalid_json' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Set a new password with a mailed code */
  'POST /auth/reset-password': {
    name: 'resetPassword'
    params: undefined
    query: undefined
    body: {
      /** What the link of the mail has behind `#code=`. */
      code: string
      /** The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand. */
      newPassword: string
    }
    reply: Message
    error: 'invalid_json' | 'reset_token_invalid' | 'weak_password' | 'password_compromised' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_not_found' | 'method_disabled' | 'password_update_conflict' | 'reset_token_expired' | 'reset_token_already_used' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change the password */
  'POST /auth/change-password': {
    name: 'changePassword'
    params: undefined
    query: undefined
    body: {
      /** The password of the account. */
      oldPassword: string
      /** The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand. */
      newPassword: string
    }
    reply: Message
    error: 'invalid_json' | 'no_password' | 'weak_password' | 'password_compromised' | 'wrong_password' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a code that sets a first password */
  'POST /auth/set-password/request': {
    name: 'requestSetPassword'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'already_set' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Set a first password with a mailed code */
  'POST /auth/set-password/confirm': {
    name: 'setPassword'
    params: undefined
    query: undefined
    body: {
      /** The account, from `GET /auth/me` or the mailed link. */
      userId: string
      /** The code as it stands in the mail. Case, dashes and spaces do not count. */
      code: string
      /** The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand. */
      newPassword: string
    }
    reply: Message
    error: 'invalid_json' | 'weak_password' | 'password_compromised' | 'invalid_code' | 'code_used' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'reset_token_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Complete a sign-in with a second factor */
  'POST /auth/2fa/verify': {
    name: 'verifyCode'
    params: undefined
    query: undefined
    body: {
      /** The `challengeId` of the answer that asked for a second factor. */
      challengeId: string
      /** Of the mail, of the authenticator app, or a recovery code. */
      code?: string | undefined
      /** With a passkey, instead of a code: the `state` that came with the options. */
      state?: string | undefined
      /** The `PublicKeyCredential` as JSON, by its `toJSON()`. */
      passkey?: unknown | undefined
      /** Whose code it is; told by its form unless named. */
      method?: 'totp' | 'recovery' | 'email' | undefined
      /** Ask for no second factor in this browser for a while. */
      trustDevice?: boolean | undefined
    }
    reply: SessionResult
    error: 'invalid_json' | 'two_factor_code_invalid' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_banned' | 'two_factor_code_expired' | 'two_factor_code_already_used' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a fresh two-factor code */
  'POST /auth/2fa/resend': {
    name: 'resendCode'
    params: undefined
    query: undefined
    body: {
      /** The `challengeId` of the answer that asked for a second factor. */
      challengeId: string
    }
    reply: {
      /** Whether a mail is on its way. */
      codeSent: boolean
      /** Until when the code is good. ISO 8601, in UTC. */
      expiresAt: string
      /** A sentence for people, in English. */
      message: string
      /** The same as before. */
      challengeId: string
    } | {
      /** It is not known, or not of this browser. */
      error: 'challenge_not_found'
      /** A sentence for people, in English. */
      message: string
    }
    error: 'invalid_json' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'two_factor_code_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Switch two-factor sign-in on */
  'POST /auth/2fa/enable': {
    name: 'enableTwoFactor'
    params: undefined
    query: undefined
    body: {
      /** The password of the account, where it has one. @default '' */
      password?: string | undefined
      /** Whether the other sessions of the account go on; they end unless this is true. @default false */
      keepOtherSessions?: boolean | undefined
      /** Which factor. `passkey` wants a step-up instead of a password. @default 'email' */
      method?: 'email' | 'passkey' | undefined
    }
    reply: Message
    error: 'invalid_json' | 'validation_error' | 'passkey_required' | 'two_factor_password_required' | 'session_expired' | 'invalid_credentials' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'method_disabled' | 'two_factor_already_enforced' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Switch two-factor sign-in off */
  'POST /auth/2fa/disable': {
    name: 'disableTwoFactor'
    params: undefined
    query: undefined
    body: {
      /** The password of the account, where it has one. @default '' */
      password?: string | undefined
      /** Whether the other sessions of the account go on; they end unless this is true. @default false */
      keepOtherSessions?: boolean | undefined
      /** Which factor. `passkey` wants a step-up instead of a password. @default 'email' */
      method?: 'email' | 'passkey' | undefined
    }
    reply: Message
    error: 'invalid_json' | 'validation_error' | 'two_factor_password_required' | 'session_expired' | 'invalid_credentials' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'two_factor_already_enforced' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The second factors and passkeys of the account */
  'GET /auth/factors': {
    name: 'listFactors'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Whether a sign-in asks for a second factor. */
      twoFactorEnabled: boolean
      /** Codes by email. */
      email: {
        /** Whether it is one of the factors of the account. */
        enabled: boolean
      }
      /** The authenticator app; null where there is none. */
      totp: {
        /** When it was added. ISO 8601, in UTC. */
        createdAt: string
        /** When a code of it was last accepted; null if never. ISO 8601, in UTC. */
        lastUsedAt: string | null
      } | null
      /** Whether a passkey is asked for after a password or a provider. */
      passkeyGate: boolean
      /** All of them, also those that only sign in. */
      passkeys: readonly (Passkey)[]
      /** Codes for when all else is lost; null where there are none. */
      recoveryCodes: {
        /** How many are left. */
        remaining: number
        /** When they were made. ISO 8601, in UTC. */
        createdAt: string
      } | null
      /** What a sign-in can be completed with. */
      methods: readonly ('passkey' | 'totp' | 'recovery' | 'email')[]
    }
    error: 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Begin to add an authenticator app */
  'POST /auth/2fa/totp/begin': {
    name: 'beginTotp'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** In base32, to be typed where nothing can be scanned. */
      secret: string
      /** An `otpauth:` address. */
      uri: string
      /** The address as a QR code, in SVG. */
      qr: string
      /** Until when it can be confirmed with a code of the app. ISO 8601, in UTC. */
      expiresAt: string
    }
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Add the authenticator app with its first code */
  'POST /auth/2fa/totp/confirm': {
    name: 'confirmTotp'
    params: undefined
    query: undefined
    body: {
      /** Six digits that the app shows. */
      code: string
      /** Whether the other sessions of the account go on; they end unless this is true. @default false */
      keepOtherSessions?: boolean | undefined
    }
    reply: {
      /** A sentence for people, in English. */
      message: string
      /** Shown once, and never again; absent where the account has some already. */
      recoveryCodes?: readonly (string)[] | undefined
    }
    error: 'invalid_json' | 'totp_not_begun' | 'two_factor_code_invalid' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Remove the authenticator app */
  'DELETE /auth/2fa/totp': {
    name: 'removeTotp'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'last_sign_in_method' | 'last_admin' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'totp_not_enabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make a new set of recovery codes */
  'POST /auth/2fa/recovery-codes': {
    name: 'createRecoveryCodes'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Shown once, and never again. Each is good for one sign-in or step-up. */
      recoveryCodes: readonly (string)[]
      /** When they were made; those from before are void. ISO 8601, in UTC. */
      createdAt: string
    }
    error: 'two_factor_not_enabled' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Ask a signed-in administrator for the second factor that the session lacks */
  'POST /auth/admin/challenge': {
    name: 'challengeAdministrator'
    params: undefined
    query: undefined
    body: undefined
    reply: TwoFactorGated
    error: 'two_factor_not_enabled' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Until when this session counts as freshly proved, and how to prove it again */
  'GET /auth/step-up': {
    name: 'getStepUp'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Until when the session counts as freshly proved; null where it does not. ISO 8601, in UTC. */
      elevatedUntil: string | null
      /** How it can be proved again. */
      methods: readonly ('password' | 'email' | 'totp' | 'recovery' | 'passkey')[]
    }
    error: 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Prove again who is using this session */
  'POST /auth/step-up': {
    name: 'stepUp'
    params: undefined
    query: undefined
    body: {
      /** The password of the account, where that is one of the methods. */
      password?: string | undefined
      /** Of the mail, of the authenticator app, or a recovery code, instead of a password. */
      code?: string | undefined
      /** With a passkey, instead of a password or a code: the `state` that came with the options. */
      state?: string | undefined
      /** The `PublicKeyCredential` as JSON, by its `toJSON()`. */
      passkey?: unknown | undefined
      /** Whose code it is; told by its form unless named. */
      method?: 'password' | 'email' | 'totp' | 'recovery' | 'passkey' | undefined
    }
    reply: {
      /** Until when the session counts as freshly proved. ISO 8601, in UTC. */
      elevatedUntil: string
    }
    error: 'invalid_json' | 'step_up_method' | 'two_factor_code_invalid' | 'session_expired' | 'invalid_credentials' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail a code that proves again who is using this session */
  'POST /auth/step-up/send': {
    name: 'sendStepUpCode'
    params: undefined
    query: undefined
    body: {
      /** Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to. */
      returnTo?: string | undefined
    }
    reply: {
      /** Whether a mail is on its way. */
      codeSent: boolean
      /** Until when the code is good. ISO 8601, in UTC. */
      expiresAt: string
      /** A sentence for people, in English. */
      message: string
    }
    error: 'invalid_json' | 'step_up_method' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Begin to complete a sign-in with a passkey */
  'POST /auth/2fa/passkey/options': {
    name: 'passkeyFactorOptions'
    params: undefined
    query: undefined
    body: {
      /** The `challengeId` of the answer that asked for a second factor. */
      challengeId: string
    }
    reply: {
      /** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
      options: PasskeyAuthenticationOptions
      /** Comes back with what the browser answers. It is good once, for this browser, for five minutes. */
      state: string
    }
    error: 'invalid_json' | 'two_factor_code_invalid' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Begin to sign in with a passkey */
  'POST /auth/passkey/options': {
    name: 'passkeySignInOptions'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
      options: PasskeyAuthenticationOptions
      /** Comes back with what the browser answers. It is good once, for this browser, for five minutes. */
      state: string
    }
    error: 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Sign in with a passkey */
  'POST /auth/passkey/login': {
    name: 'signInWithPasskey'
    params: undefined
    query: undefined
    body: {
      /** The `state` that came with the options. */
      state: string
      /** The `PublicKeyCredential` as JSON, by its `toJSON()`. */
      passkey: unknown
    }
    reply: SessionResult | VerificationPending
    error: 'invalid_json' | 'passkey_invalid' | 'passkey_unknown' | 'passkey_refused' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_banned' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Begin to add a passkey */
  'POST /auth/passkeys/options': {
    name: 'passkeyOptions'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
      options: PasskeyRegistrationOptions
      /** Comes back with what the browser answers. It is good once, for this browser, for five minutes. */
      state: string
    }
    error: 'passkey_limit' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Add a passkey */
  'POST /auth/passkeys': {
    name: 'addPasskey'
    params: undefined
    query: undefined
    body: {
      /** The `state` that came with the options. */
      state: string
      /** The `PublicKeyCredential` as JSON, by its `toJSON()`. */
      passkey: unknown
      /** What to call it: 1 to 60 characters; made of its authenticator unless given. */
      name?: string | undefined
      /** Whether the other sessions of the account go on; they end unless this is true. @default false */
      keepOtherSessions?: boolean | undefined
    }
    reply: Passkey
    error: 'invalid_json' | 'validation_error' | 'passkey_invalid' | 'passkey_limit' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'method_disabled' | 'passkey_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The passkeys of the account */
  'GET /auth/passkeys': {
    name: 'listPasskeys'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The passkeys, oldest first. */
      passkeys: readonly (Passkey)[]
      /** How many there are. */
      total: number
    }
    error: 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Give a passkey another name */
  'PATCH /auth/passkeys/{id}': {
    name: 'renamePasskey'
    params: {
      /** The passkey. */
      id: string
    }
    query: undefined
    body: {
      /** What to call it: 1 to 60 characters. */
      name: string
    }
    reply: Passkey
    error: 'invalid_json' | 'validation_error' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'passkey_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Remove a passkey */
  'DELETE /auth/passkeys/{id}': {
    name: 'removePasskey'
    params: {
      /** The passkey. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'last_sign_in_method' | 'last_admin' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'passkey_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Begin to prove with a passkey who is using this session */
  'POST /auth/step-up/options': {
    name: 'stepUpOptions'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
      options: PasskeyAuthenticationOptions
      /** Comes back with what the browser answers. It is good once, for this browser, for five minutes. */
      state: string
    }
    error: 'step_up_method' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Which origins may use the passkeys */
  'GET /.well-known/webauthn': {
    name: 'relatedOrigins'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The origins that may use our passkeys, our own first. */
      origins: readonly (string)[]
    }
    error: 'origin_not_allowed' | 'not_found' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Where passkeys are added and managed */
  'GET /.well-known/passkey-endpoints': {
    name: 'passkeyEndpoints'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The page to add one on. */
      enroll: string
      /** The page to rename and remove them on. */
      manage: string
    }
    error: 'origin_not_allowed' | 'not_found' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** The browsers that are asked for no second factor */
  'GET /auth/devices': {
    name: 'listDevices'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Browsers that are asked for no second factor for now. */
      devices: readonly (TrustedDevice)[]
      /** How many there are. */
      total: number
      /** The one that is asking, if it is trusted. */
      currentDeviceId: string | null
    }
    error: 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Trust no browser any longer */
  'DELETE /auth/devices': {
    name: 'revokeDevices'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Trust a browser no longer */
  'DELETE /auth/devices/{id}': {
    name: 'revokeDevice'
    params: {
      /** The browser. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'device_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Say of a sign-in: this wasn’t me */
  'POST /auth/devices/report': {
    name: 'reportDevice'
    params: undefined
    query: undefined
    body: {
      /** What the link of the mail has behind `#code=`. */
      code: string
    }
    reply: Message
    error: 'invalid_json' | 'code_invalid' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'code_already_used' | 'code_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Sign-in providers, and those that are linked to the account */
  'GET /auth/oauth/providers': {
    name: 'listProviders'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Names of those that people can sign in with. */
      available: readonly (string)[]
      /** Names of those that the account is connected with. Only with a session. */
      linked?: readonly (string)[] | undefined
    }
    error: 'origin_not_allowed' | 'not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Sign in with a provider */
  'GET /auth/oauth/{provider}': {
    name: 'beginOAuth'
    params: {
      /** A name out of `GET /auth/oauth/providers`. */
      provider: string
    }
    query: {
      /** A path of ours, or an address at an allowed origin. */
      returnTo?: string | undefined
      /** `hosted`: what is still owed, or has failed, is settled on our own pages, whatever the return address is. */
      pages?: string | undefined
    }
    body: undefined
    reply: {
      /** Where to send the browser. */
      url: string
    }
    error: 'invalid_input' | 'origin_not_allowed' | 'not_found' | 'provider_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'provider_error'
  }
  /** Come back from a provider: redirects to the return path, with `error=<code>` when it failed */
  'GET /auth/oauth/{provider}/callback': {
    name: 'oauthCallback'
    params: {
      /** A name out of `GET /auth/oauth/providers`. */
      provider: string
    }
    query: {
      /** Which sign-in it is the end of. */
      state?: string | undefined
      /** What the provider gives out the identity for. */
      code?: string | undefined
      /** Who the provider says it is. */
      iss?: string | undefined
      /** Why there is no code. */
      error?: string | undefined
      /** The same, for people. */
      error_description?: string | undefined
    }
    body: undefined
    reply: undefined
    error: 'invalid_input' | 'origin_not_allowed' | 'not_found' | 'provider_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Come back from a provider that posts a form */
  'POST /auth/oauth/{provider}/callback': {
    name: 'oauthFormCallback'
    params: {
      /** A name out of `GET /auth/oauth/providers`. */
      provider: string
    }
    query: undefined
    body: {
      /** Which sign-in it is the end of. */
      state?: string | undefined
      /** What the provider gives out the identity for. */
      code?: string | undefined
      /** Who the provider says it is. */
      iss?: string | undefined
      /** Why there is no code. */
      error?: string | undefined
      /** The same, for people. */
      error_description?: string | undefined
    }
    reply: undefined
    error: 'invalid_json' | 'invalid_input' | 'origin_not_allowed' | 'not_found' | 'provider_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Make the account of somebody who has come back from a provider, and was asked for more */
  'POST /auth/oauth/sign-up': {
    name: 'finishSignUp'
    params: undefined
    query: undefined
    body: {
      /** Values of the fields that are asked for at sign-up, by field. */
      data?: SignUpData | undefined
      /** Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to. */
      returnTo?: string | undefined
    }
    reply: SessionResult | VerificationPending | TwoFactorGated
    error: 'invalid_json' | 'invalid_state' | 'state_used' | 'invalid_data' | 'unknown_field' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'field_not_writable' | 'forbidden' | 'email_not_allowed' | 'registration_refused' | 'email_already_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Add a sign-in provider to the account */
  'POST /auth/oauth/{provider}/link': {
    name: 'linkProvider'
    params: {
      /** A name out of `GET /auth/oauth/providers`. */
      provider: string
    }
    query: undefined
    body: {
      /** Where to come back to: a path of ours, or an address at an allowed origin. @default '' */
      returnTo?: string | undefined
    }
    reply: {
      /** Where to send the browser. */
      url: string
    }
    error: 'invalid_json' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'not_found' | 'provider_not_found' | 'already_linked' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'provider_error' | 'overloaded'
  }
  /** Remove a sign-in provider from the account */
  'POST /auth/oauth/{provider}/unlink': {
    name: 'unlinkProvider'
    params: {
      /** A name out of `GET /auth/oauth/providers`. */
      provider: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'cannot_unlink_last_provider' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'not_found' | 'provider_not_found' | 'provider_not_linked' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Ask for another email address */
  'POST /auth/email/change': {
    name: 'requestEmailChange'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
    }
    reply: {
      /** A sentence for people, in English. */
      message: string
      /** Which mailboxes have to confirm: of the new address, of the old one. */
      confirm: readonly ('new' | 'old')[]
      /** Until when they can. ISO 8601, in UTC. */
      expiresAt: string
    }
    error: 'invalid_json' | 'invalid_email' | 'same_email' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'two_factor_required' | 'email_not_allowed' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** The change of address that waits to be confirmed */
  'GET /auth/email/change': {
    name: 'getEmailChange'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The change that waits to be confirmed; null where there is none. */
      pending: {
        /** The address to come. */
        newEmail: string
        /** Which mailboxes have to confirm: of the new address, of the old one. */
        confirm: readonly ('new' | 'old')[]
        /** Which of them have. */
        confirmed: readonly ('new' | 'old')[]
        /** Until when they can. ISO 8601, in UTC. */
        expiresAt: string
      } | null
    }
    error: 'session_expired' | 'origin_not_allowed' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Cancel the change of address that waits to be confirmed */
  'DELETE /auth/email/change': {
    name: 'cancelPendingEmailChange'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Confirm a change of address with a mailed code */
  'POST /auth/email/change/confirm': {
    name: 'confirmEmailChange'
    params: undefined
    query: undefined
    body: {
      /** The code as it stands in the mail. Case, dashes and spaces do not count. */
      code: string
    }
    reply: {
      /** False while another mailbox has to confirm too. */
      completed: boolean
      /** A sentence for people, in English. */
      message: string
    }
    error: 'invalid_json' | 'code_invalid' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'user_not_found' | 'method_disabled' | 'email_already_exists' | 'email_change_conflict' | 'code_already_used' | 'code_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Take a change of address back */
  'POST /auth/email/change/revert': {
    name: 'revertEmail'
    params: undefined
    query: undefined
    body: {
      /** What the link of the mail has behind `#code=`. */
      code: string
    }
    reply: Message
    error: 'invalid_json' | 'code_invalid' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'code_already_used' | 'code_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The data of the account: values of the fields that its owner sees */
  'GET /auth/data': {
    name: 'getData'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The values that the owner of an account sees, by field: defaults filled in, null where there is none. */
      data: OwnData
    }
    error: 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change data of the account */
  'PATCH /auth/data': {
    name: 'changeOwnData'
    params: undefined
    query: undefined
    body: {
      /** Values by field; a field that is left out stays as it is, and null clears it. */
      data: OwnDataChange
    }
    reply: {
      /** The values that the owner of an account sees, by field: defaults filled in, null where there is none. */
      data: OwnData
    }
    error: 'invalid_json' | 'invalid_data' | 'unknown_field' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'field_not_writable' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** All data of an account */
  'GET /admin/users/{id}/data': {
    name: 'getUserData'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** All values of an account, by field: defaults filled in, null where there is none. */
      data: AccountData
      /** When the data last changed; when the account was made, where it never did. ISO 8601, in UTC. */
      updatedAt: string
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change data of an account, of every tier */
  'PATCH /admin/users/{id}/data': {
    name: 'changeUserData'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: {
      /** Values by field; a field that is left out stays as it is, and null clears it. */
      data: AccountDataChange
      /** The `updatedAt` of an earlier answer: where the data has changed since, nothing is written. */
      ifUpdatedAt?: string | undefined
    }
    reply: {
      /** All values of an account, by field: defaults filled in, null where there is none. */
      data: AccountData
      /** When the data last changed; when the account was made, where it never did. ISO 8601, in UTC. */
      updatedAt: string
    }
    error: 'invalid_input' | 'invalid_json' | 'invalid_data' | 'unknown_field' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'data_changed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Ask, as a proxy, who sends a request to an application */
  'GET /auth/forward': {
    name: 'forward'
    params: undefined
    query: undefined
    body: undefined
    reply: {}
    error: 'unauthorized' | 'app_not_allowed' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'verification_required' | 'rate_limit_exceeded' | 'internal_error' | 'not_ready'
  }
  /** Begin to sign in to an application on another host */
  'GET /.latchkey/start': {
    name: 'startApp'
    params: undefined
    query: {
      /** A path of the application. */
      returnTo?: string | undefined
    }
    body: undefined
    reply: undefined
    error: 'invalid_input' | 'origin_not_allowed' | 'app_not_allowed' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Come back to an application on another host */
  'GET /.latchkey/callback': {
    name: 'appCallback'
    params: undefined
    query: {
      /** What the service has sent the browser back with. */
      ticket: string
    }
    body: undefined
    reply: undefined
    error: 'invalid_input' | 'invalid_ticket' | 'origin_not_allowed' | 'app_not_allowed' | 'ticket_expired' | 'ticket_used' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Ask to sign out, from an application behind a proxy */
  'GET /.latchkey/sign-out': {
    name: 'leaveApp'
    params: undefined
    query: {
      /** A path of the application. */
      returnTo?: string | undefined
    }
    body: undefined
    reply: undefined
    error: 'invalid_input' | 'origin_not_allowed' | 'app_not_allowed' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Sign out, from a page of an application behind a proxy */
  'POST /.latchkey/sign-out': {
    name: 'signOutOfApp'
    params: undefined
    query: {
      /** A path of the application. */
      returnTo?: string | undefined
    }
    body: {
      /** A path of the application. */
      returnTo?: string | undefined
    }
    reply: undefined
    error: 'invalid_json' | 'invalid_input' | 'origin_not_allowed' | 'app_not_allowed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Where applications find what OpenID Connect has */
  'GET /.well-known/openid-configuration': {
    name: 'openidConfiguration'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The `iss` of every token and answer. */
      issuer: string
      /** Where people are sent to sign in. */
      authorization_endpoint: string
      /** Where codes and refresh tokens are redeemed. */
      token_endpoint: string
      /** What is told of a person. */
      userinfo_endpoint: string
      /** The keys by which our signatures are checked. */
      jwks_uri: string
      /** Where a token is ended. */
      revocation_endpoint: string
      /** Where a service asks about a token. */
      introspection_endpoint: string
      /** Where a device without a browser begins. */
      device_authorization_endpoint: string
      /** Where an application sends people to sign out. */
      end_session_endpoint: string
      /** What applications may ask for. */
      scopes_supported: readonly (string)[]
      /** What they are told then. */
      claims_supported: readonly (string)[]
      /** Codes alone. */
      response_types_supported: readonly (string)[]
      /** How an answer reaches the application. */
      response_modes_supported: readonly (string)[]
      /** What can be redeemed for tokens. */
      grant_types_supported: readonly (string)[]
      /** Whether two applications know a person by the same `sub`. */
      subject_types_supported: readonly (string)[]
      /** One of them for each application. */
      id_token_signing_alg_values_supported: readonly (string)[]
      /** How an application shows who it is. */
      token_endpoint_auth_methods_supported: readonly (string)[]
      /** How an application shows who it is. */
      revocation_endpoint_auth_methods_supported: readonly (string)[]
      /** How a service shows who it is. */
      introspection_endpoint_auth_methods_supported: readonly (string)[]
      /** S256 alone. */
      code_challenge_methods_supported: readonly (string)[]
      /** How well a person was recognised, from the weakest. */
      acr_values_supported: readonly (string)[]
      /** What an application may ask people to do again. */
      prompt_values_supported: readonly (string)[]
      /** The languages of the pages. */
      ui_locales_supported: readonly (string)[]
      /** False: what is told follows from the scopes. */
      claims_parameter_supported: boolean
      /** False: requests are not signed. */
      request_parameter_supported: boolean
      /** False: requests are not fetched. */
      request_uri_parameter_supported: boolean
      /** Every answer names its issuer (RFC 9207). */
      authorization_response_iss_parameter_supported: boolean
      /** Applications are told when a session ends. */
      backchannel_logout_supported: boolean
      /** They are told which session, by its `sid`. */
      backchannel_logout_session_supported: boolean
    }
    error: 'rate_limit_exceeded' | 'internal_error'
  }
  /** The same for applications that know OAuth alone */
  'GET /.well-known/oauth-authorization-server': {
    name: 'oauthMetadata'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The `iss` of every token and answer. */
      issuer: string
      /** Where people are sent to sign in. */
      authorization_endpoint: string
      /** Where codes and refresh tokens are redeemed. */
      token_endpoint: string
      /** What is told of a person. */
      userinfo_endpoint: string
      /** The keys by which our signatures are checked. */
      jwks_uri: string
      /** Where a token is ended. */
      revocation_endpoint: string
      /** Where a service asks about a token. */
      introspection_endpoint: string
      /** Where a device without a browser begins. */
      device_authorization_endpoint: string
      /** Where an application sends people to sign out. */
      end_session_endpoint: string
      /** What applications may ask for. */
      scopes_supported: readonly (string)[]
      /** What they are told then. */
      claims_supported: readonly (string)[]
      /** Codes alone. */
      response_types_supported: readonly (string)[]
      /** How an answer reaches the application. */
      response_modes_supported: readonly (string)[]
      /** What can be redeemed for tokens. */
      grant_types_supported: readonly (string)[]
      /** Whether two applications know a person by the same `sub`. */
      subject_types_supported: readonly (string)[]
      /** One of them for each application. */
      id_token_signing_alg_values_supported: readonly (string)[]
      /** How an application shows who it is. */
      token_endpoint_auth_methods_supported: readonly (string)[]
      /** How an application shows who it is. */
      revocation_endpoint_auth_methods_supported: readonly (string)[]
      /** How a service shows who it is. */
      introspection_endpoint_auth_methods_supported: readonly (string)[]
      /** S256 alone. */
      code_challenge_methods_supported: readonly (string)[]
      /** How well a person was recognised, from the weakest. */
      acr_values_supported: readonly (string)[]
      /** What an application may ask people to do again. */
      prompt_values_supported: readonly (string)[]
      /** The languages of the pages. */
      ui_locales_supported: readonly (string)[]
      /** False: what is told follows from the scopes. */
      claims_parameter_supported: boolean
      /** False: requests are not signed. */
      request_parameter_supported: boolean
      /** False: requests are not fetched. */
      request_uri_parameter_supported: boolean
      /** Every answer names its issuer (RFC 9207). */
      authorization_response_iss_parameter_supported: boolean
      /** Applications are told when a session ends. */
      backchannel_logout_supported: boolean
      /** They are told which session, by its `sid`. */
      backchannel_logout_session_supported: boolean
    }
    error: 'rate_limit_exceeded' | 'internal_error'
  }
  /** The keys by which our signatures are checked */
  'GET /oidc/jwks': {
    name: 'jwks'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Those that sign, those that will, and those whose tokens are not all out yet. */
      keys: readonly (PublicKey)[]
    }
    error: 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Begin to sign a person in to an application by a form: sent on as GET */
  'POST /oidc/authorize': {
    name: 'authorizeForm'
    params: undefined
    query: undefined
    body: {
      /** The application. */
      client_id?: string | readonly (string)[] | undefined
      /** Where the answer goes: an address of the client, letter by letter. */
      redirect_uri?: string | readonly (string)[] | undefined
      /** `code`. */
      response_type?: string | readonly (string)[] | undefined
      /** `query` unless named, or `form_post`. */
      response_mode?: string | readonly (string)[] | undefined
      /** What the application wants to know, with spaces between. */
      scope?: string | readonly (string)[] | undefined
      /** Comes back with the answer. */
      state?: string | readonly (string)[] | undefined
      /** Comes back in the `id_token`. */
      nonce?: string | readonly (string)[] | undefined
      /** A service of the client, for which it wants an access token (RFC 8707). */
      resource?: string | readonly (string)[] | undefined
      /** The SHA-256 of a verifier, in base64url (RFC 7636). */
      code_challenge?: string | readonly (string)[] | undefined
      /** `S256`. */
      code_challenge_method?: string | readonly (string)[] | undefined
      /** `none`, or of `login`, `consent` and `select_account`. */
      prompt?: string | readonly (string)[] | undefined
      /** So many seconds ago at most the person has to have proved who they are. */
      max_age?: string | readonly (string)[] | undefined
      /** How well the person should be recognised; the token says how well they were. */
      acr_values?: string | readonly (string)[] | undefined
      /** An email address to fill in. */
      login_hint?: string | readonly (string)[] | undefined
      /** Languages for visitors who have chosen none. */
      ui_locales?: string | readonly (string)[] | undefined
      /** Names the person who is expected, by a token that the client was given before. */
      id_token_hint?: string | readonly (string)[] | undefined
      /** Refused: `request_not_supported`. */
      request?: string | readonly (string)[] | undefined
      /** Refused: `request_uri_not_supported`. */
      request_uri?: string | readonly (string)[] | undefined
      /** Refused: `registration_not_supported`. */
      registration?: string | readonly (string)[] | undefined
    }
    reply: undefined
    error: 'invalid_input' | 'invalid_request' | 'origin_not_allowed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** Sign a person out on behalf of an application, by a form: sent on as GET */
  'POST /oidc/end-session': {
    name: 'endSessionForm'
    params: undefined
    query: undefined
    body: {
      /** The newest id_token that the application has. */
      id_token_hint?: string | readonly (string)[] | undefined
      /** Not needed: the hint says who it is about. */
      logout_hint?: string | readonly (string)[] | undefined
      /** The application. */
      client_id?: string | readonly (string)[] | undefined
      /** Where the browser goes then: an address of the client, letter by letter. */
      post_logout_redirect_uri?: string | readonly (string)[] | undefined
      /** Comes back with the browser. */
      state?: string | readonly (string)[] | undefined
      /** The languages of the page, the best one first. */
      ui_locales?: string | readonly (string)[] | undefined
    }
    reply: undefined
    error: 'invalid_input' | 'invalid_request' | 'origin_not_allowed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error'
  }
  /** The keys that sign the tokens of applications */
  'GET /admin/oidc/keys': {
    name: 'listSigningKeys'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** Those that begin to sign last come first; none before the first application. */
      keys: readonly (SigningKey)[]
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Sign with other keys */
  'POST /admin/oidc/keys/rotate': {
    name: 'rotateSigningKeys'
    params: undefined
    query: undefined
    body: {
      /** Only after a leak: the next keys sign at once, and nothing counts any more that others have signed. Otherwise they are published a day before they sign. @default false */
      now?: boolean | undefined
    }
    reply: {
      /** Those that begin to sign last come first; none before the first application. */
      keys: readonly (SigningKey)[]
    }
    error: 'invalid_input' | 'invalid_json' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The applications that sign people in */
  'GET /admin/clients': {
    name: 'listClients'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** All of them, newest first; there are 500 at most. */
      clients: readonly (ListedClient)[]
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make an application */
  'POST /admin/clients': {
    name: 'createClient'
    params: undefined
    query: undefined
    body: {
      /** 2 to 63 small letters, digits and single hyphens; made of the name unless given. */
      id?: string | undefined
      /** A web application keeps a secret; a browser application and a native one cannot; a service acts for itself alone. */
      kind: 'web' | 'browser' | 'native' | 'service'
      /** What people read: 1 to 100 characters on one line. */
      name?: string | undefined
      /** Where the application is: people are led back there. An empty text for none. */
      homeUrl?: string | undefined
      /** Where people are sent with a code: up to 20 addresses, compared as text. */
      redirectUris?: readonly (string)[] | undefined
      /** Where people may be sent after they have signed out: up to 20 addresses, compared as text. */
      postLogoutUris?: readonly (string)[] | undefined
      /** Where the application is told that a session has ended (back-channel). An empty text for none. */
      logoutUri?: string | undefined
      /** People are not asked whether it may know them. True unless given. */
      isFirstParty?: boolean | undefined
      /** It has to send a PKCE challenge. True unless given; always so where it keeps no secret. */
      wantsPkce?: boolean | undefined
      /** It may ask for `offline_access`: a sign-in that outlives the browser session. */
      mayStay?: boolean | undefined
      /** It may sign people in on a device without a browser. For native applications. */
      hasDeviceFlow?: boolean | undefined
      /** What it may ask for; openid, profile and email unless given. For a service: words of your own. */
      scopes?: readonly (string)[] | undefined
      /** Services for which it gets signed access tokens, by their addresses. */
      audiences?: readonly (string)[] | undefined
      /** What a person has to be. Replaced as a whole. */
      demands?: {
        /** `admin`: administrators alone. */
        role?: string | undefined
        /** A second factor was passed in the session. */
        secondFactor?: boolean | undefined
        /** The address of the account is verified. */
        verified?: boolean | undefined
        /** Members of this organisation alone: its id or its short name. */
        organisation?: string | undefined
      } | undefined
      /** It knows every person by an id that no other application knows. */
      isPairwise?: boolean | undefined
      /** What its tokens are signed with; `RS256` unless given. */
      algorithm?: 'RS256' | 'ES256' | undefined
    }
    reply: {
      /** An application that signs people in, or a service that acts for itself. */
      client: Client
      /** Shown once, and never again; null for an application that keeps none. */
      secret: string | null
    }
    error: 'invalid_input' | 'invalid_json' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_exists' | 'client_limit_reached' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** One application */
  'GET /admin/clients/{id}': {
    name: 'getClient'
    params: {
      /** The client. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Client
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change, disable or enable an application: it counts from the next request on */
  'PATCH /admin/clients/{id}': {
    name: 'changeClient'
    params: {
      /** The client. */
      id: string
    }
    query: undefined
    body: {
      /** What people read: 1 to 100 characters on one line. */
      name?: string | undefined
      /** Where the application is: people are led back there. An empty text for none. */
      homeUrl?: string | undefined
      /** Where people are sent with a code: up to 20 addresses, compared as text. */
      redirectUris?: readonly (string)[] | undefined
      /** Where people may be sent after they have signed out: up to 20 addresses, compared as text. */
      postLogoutUris?: readonly (string)[] | undefined
      /** Where the application is told that a session has ended (back-channel). An empty text for none. */
      logoutUri?: string | undefined
      /** People are not asked whether it may know them. True unless given. */
      isFirstParty?: boolean | undefined
      /** It has to send a PKCE challenge. True unless given; always so where it keeps no secret. */
      wantsPkce?: boolean | undefined
      /** It may ask for `offline_access`: a sign-in that outlives the browser session. */
      mayStay?: boolean | undefined
      /** It may sign people in on a device without a browser. For native applications. */
      hasDeviceFlow?: boolean | undefined
      /** What it may ask for; openid, profile and email unless given. For a service: words of your own. */
      scopes?: readonly (string)[] | undefined
      /** Services for which it gets signed access tokens, by their addresses. */
      audiences?: readonly (string)[] | undefined
      /** What a person has to be. Replaced as a whole. */
      demands?: {
        /** `admin`: administrators alone. */
        role?: string | undefined
        /** A second factor was passed in the session. */
        secondFactor?: boolean | undefined
        /** The address of the account is verified. */
        verified?: boolean | undefined
        /** Members of this organisation alone: its id or its short name. */
        organisation?: string | undefined
      } | undefined
      /** It knows every person by an id that no other application knows. */
      isPairwise?: boolean | undefined
      /** What its tokens are signed with; `RS256` unless given. */
      algorithm?: 'RS256' | 'ES256' | undefined
      /** Nobody signs in to it, and its tokens are refused, as long as this is true. */
      isDisabled?: boolean | undefined
    }
    reply: Client
    error: 'invalid_input' | 'invalid_json' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Remove an application: what it has opened ends */
  'DELETE /admin/clients/{id}': {
    name: 'deleteClient'
    params: {
      /** The client. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make a new secret: the one in use is good for another 24 hours */
  'POST /admin/clients/{id}/secrets': {
    name: 'createClientSecret'
    params: {
      /** The client. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** An application that signs people in, or a service that acts for itself. */
      client: Client
      /** Shown once, and never again. */
      secret: string
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_not_found' | 'client_has_two_secrets' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End the older of two secrets at once */
  'DELETE /admin/clients/{id}/secrets': {
    name: 'endClientSecret'
    params: {
      /** The client. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Client
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'client_secret_not_found' | 'client_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The applications that the account is signed in to, or has allowed to know it */
  'GET /auth/applications': {
    name: 'listApplications'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The one that was used last comes first. */
      applications: readonly (Application)[]
    }
    error: 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Sign out of an application everywhere, and take back what it was allowed */
  'DELETE /auth/applications/{clientId}': {
    name: 'removeApplication'
    params: {
      /** The application. */
      clientId: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'client_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Accounts, by filter and order */
  'GET /admin/users': {
    name: 'listUsers'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The `next` or `previous` of an answer to the same question: the page that lies there. */
      after?: string | undefined
      /** The beginning of any word of the name or the address, or an id. Of several words each has to be found, in any order; accents and case do not count. */
      search?: string | undefined
      /** The whole address. */
      email?: string | undefined
      /** What it may do. */
      role?: 'user' | 'admin' | undefined
      /** Whether it is banned. */
      banned?: boolean | undefined
      /** Whether its address is confirmed. */
      verified?: boolean | undefined
      /** Whether it has a second factor. */
      twoFactor?: boolean | undefined
      /** The name of a provider that the account is connected with. */
      provider?: string | undefined
      /** What it was called in the system that it was imported from. */
      sourceId?: string | undefined
      /** What else to tell of each account; data wants the scope `data:read`. */
      include?: 'lastActiveAt' | 'data' | 'lastActiveAt,data' | undefined
      /** By which time to order. @default 'created_at' */
      orderBy?: 'created_at' | 'updated_at' | undefined
      /** The oldest first, or the newest. @default 'desc' */
      orderDirection?: 'asc' | 'desc' | undefined
    }
    body: undefined
    reply: {
      /** The accounts, in the order that was asked for. */
      users: readonly (ListedUser)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
      /** There are more than `total`, or there may be. Nothing is counted past 10000. */
      totalIsCapped?: boolean | undefined
      /** For `after`, where there is more, or may be. */
      next?: string | undefined
      /** The same for what comes before, if this is not the first page. */
      previous?: string | undefined
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Create an account */
  'POST /admin/users': {
    name: 'createUser'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** The name that other people see: 1 to 200 characters on one line. */
      name: string
      /** What it may do. @default 'user' */
      role?: 'user' | 'admin' | undefined
      /** Its password; without one, its owner sets the first by mail. @default '' */
      password?: string | undefined
    }
    reply: User
    error: 'invalid_input' | 'invalid_json' | 'invalid_email' | 'weak_password' | 'password_compromised' | 'name_required' | 'invalid_role' | 'admin_factor_missing' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'step_up_required' | 'email_already_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** One account in detail */
  'GET /admin/users/{id}': {
    name: 'getUser'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** An account. */
      user: User
      /** What an administrator may do: `all`, or some of the scopes; absent for other accounts. */
      scopes?: 'all' | readonly ('data:read' | 'data:write' | 'clients:read' | 'clients:write' | 'users:read' | 'users:write' | 'sessions:write' | 'invites:write' | 'orgs:read' | 'orgs:write' | 'audit:read' | 'webhooks:write')[] | undefined
      /** Whether it has a password. */
      hasPassword: boolean
      /** Since when it is banned; absent where it is not. ISO 8601, in UTC. */
      bannedAt?: string | undefined
      /** Why it is banned, in the words of an administrator. */
      banReason?: string | undefined
      /** How many sessions it has that have not ended. */
      activeSessionCount: number
      /** When its newest session began; null where there was none. ISO 8601, in UTC. */
      lastSignInAt: string | null
      /** When one of its sessions was last used, to the minute; null where there was none. ISO 8601, in UTC. */
      lastActiveAt: string | null
      /** Linked sign-in providers. */
      providers: readonly (string)[]
      /** Where the account was imported from; absent where it was made here. */
      origin?: {
        /** The system that it came from. */
        source: string
        /** Its id there. */
        sourceId: string
        /** When it was brought here. ISO 8601, in UTC. */
        importedAt: string
      } | undefined
      /** What a sign-in can be asked for; absent where that is a password or a provider alone. */
      factors?: {
        /** Whether a mailed code is asked for. */
        email: boolean
        /** Whether it has an authenticator app. */
        totp: boolean
        /** How many passkeys it has. */
        passkeys: number
        /** Whether a passkey is asked for after a password or a provider. */
        passkeyGate: boolean
        /** How many are left. */
        recoveryCodes: number
      } | undefined
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Delete an account */
  'DELETE /admin/users/{id}': {
    name: 'deleteUser'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'last_admin' | 'cannot_remove_last_owner' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change the display name of an account */
  'PATCH /admin/users/{id}/name': {
    name: 'renameUser'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: {
      /** The name that other people see: 1 to 200 characters on one line. */
      name: string
    }
    reply: Message
    error: 'invalid_input' | 'invalid_json' | 'validation_error' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change the email address of an account */
  'PATCH /admin/users/{id}/email': {
    name: 'changeUserEmail'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** Whether a link in the old mailbox takes the change back. Never for a banned account. Where it cannot, the password is void and providers that do not vouch for the new address are unlinked. */
      revertible?: boolean | undefined
    }
    reply: Message
    error: 'invalid_input' | 'invalid_json' | 'invalid_email' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'email_already_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mark the email address of an account as verified */
  'PATCH /admin/users/{id}/verify': {
    name: 'verifyUser'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'already_verified' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail the owner of an account a link to choose a new password */
  'POST /admin/users/{id}/reset-password': {
    name: 'sendUserReset'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_banned' | 'user_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Remove every second factor, passkey, trusted browser and session of an account */
  'DELETE /admin/users/{id}/factors': {
    name: 'resetUserFactors'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'last_admin' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make an account an administrator, or no longer */
  'PATCH /admin/users/{id}/role': {
    name: 'setRole'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: {
      /** What the account may do from now on. */
      role: 'user' | 'admin'
    }
    reply: Message
    error: 'invalid_input' | 'invalid_json' | 'invalid_role' | 'last_admin' | 'admin_factor_missing' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Say what an administrator may do */
  'PATCH /admin/users/{id}/scopes': {
    name: 'setScopes'
    params: {
      /** The administrator. */
      id: string
    }
    query: undefined
    body: {
      /** `all`, or a list of scopes. `support`, `auditor` and `orgs:*` stand for the scopes that they name. */
      scopes: string | readonly (string)[]
    }
    reply: Message
    error: 'invalid_input' | 'invalid_json' | 'last_admin' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Ban an account */
  'PATCH /admin/users/{id}/ban': {
    name: 'banUser'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: {
      /** One line of at most 500 characters, for administrators alone. */
      reason?: string | undefined
    }
    reply: Message
    error: 'invalid_input' | 'invalid_json' | 'validation_error' | 'already_banned' | 'last_admin' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Lift a ban */
  'PATCH /admin/users/{id}/unban': {
    name: 'unbanUser'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'not_banned' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The live sessions of an account */
  'GET /admin/users/{id}/sessions': {
    name: 'listUserSessions'
    params: {
      /** The account. */
      id: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
    }
    body: undefined
    reply: {
      /** The sessions that have not ended, newest first. */
      sessions: readonly (UserSession)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End every session of an account */
  'DELETE /admin/users/{id}/sessions': {
    name: 'endUserSessions'
    params: {
      /** The account. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End one session of an account */
  'DELETE /admin/users/{id}/sessions/{sessionId}': {
    name: 'endUserSession'
    params: {
      /** The account. */
      id: string
      /** The session. */
      sessionId: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'session_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** How many accounts and open invites there are, how many accounts are active, the sign-ups and sign-ins of the last days (UTC), and how the service is */
  'GET /admin/statistics': {
    name: 'statistics'
    params: undefined
    query: {
      /** How many days to look back on, today included. @default 30 */
      days?: 7 | 30 | 90 | undefined
    }
    body: undefined
    reply: {
      /** How many accounts there are. */
      accounts: number
      /** Invites to the service that can still be accepted. */
      pendingInvites: number
      /** Accounts of which a session began, was renewed or was used on one of the days (UTC), each once. The last seconds may be missing. */
      activeUsers: readonly ({
        /** How many days, which end today: 1, 7 and 30. */
        days: number
        /** How many accounts. */
        users: number
        /** As many days before those; null where the counters do not reach back so far. */
        previous: number | null
      })[]
      /** The oldest first, today last: 30 unless `days` asks for 7 or 90. */
      days: readonly ({
        /** The day, in UTC. */
        day: string
        /** Accounts that were made. */
        signUps: number
        /** Sign-ins that succeeded. */
        signIns: number
        /** Sign-ins that failed. */
        failedSignIns: number
      })[]
      /** As many days before those, in all; null where the audit log does not reach back so far. */
      previous: {
        /** Accounts that were made. */
        signUps: number
        /** Sign-ins that succeeded. */
        signIns: number
        /** Sign-ins that failed. */
        failedSignIns: number
      } | null
      /** How the sending of mail goes. */
      mail: {
        /** Mails that are still to be sent. */
        waiting: number
        /** Since when the oldest of them waits; null where none does. ISO 8601, in UTC. */
        oldestAt: string | null
      }
      /** How often the process that answers has refused a client for having tried too often, and since when it counts. */
      limitsHit: {
        /** How many requests were refused. */
        count: number
        /** Since when: the start of the process. ISO 8601, in UTC. */
        since: string
      }
      /** The version of the service that runs. */
      version: string
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The address an invite was issued to */
  'GET /auth/invite/info': {
    name: 'inviteInfo'
    params: undefined
    query: {
      /** As it stands in the mail. */
      token?: string | undefined
    }
    body: undefined
    reply: {
      /** The only address that can sign up with it. */
      email: string
    }
    error: 'invalid_input' | 'missing_token' | 'origin_not_allowed' | 'invite_revoked' | 'not_found' | 'invite_not_found' | 'invite_already_used' | 'invite_expired' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The address an invite was issued to */
  'POST /auth/invite/info': {
    name: 'postInviteInfo'
    params: undefined
    query: undefined
    body: {
      /** What the link of the invite has behind `#token=`. */
      token: string
    }
    reply: {
      /** The only address that can sign up with it. */
      email: string
    }
    error: 'invalid_json' | 'missing_token' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'invite_revoked' | 'not_found' | 'invite_not_found' | 'invite_already_used' | 'invite_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Create an account from an invite */
  'POST /auth/invite/register': {
    name: 'inviteRegister'
    params: undefined
    query: undefined
    body: {
      /** What the link of the invite has behind `#token=`. */
      code: string
      /** The name that other people see: 1 to 200 characters on one line. */
      name: string
      /** The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand. */
      password: string
      /** The same password again. */
      confirmPassword: string
      /** Values of the fields that are asked for at sign-up, by field. */
      data?: SignUpData | undefined
    }
    reply: SessionResult | TwoFactorGated
    error: 'invalid_json' | 'name_required' | 'invalid_data' | 'unknown_field' | 'password_mismatch' | 'weak_password' | 'password_compromised' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'field_not_writable' | 'registration_refused' | 'invite_not_found' | 'method_disabled' | 'email_already_exists' | 'invite_already_used' | 'invite_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Invite an address */
  'POST /admin/invites': {
    name: 'createInvite'
    params: undefined
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
    }
    reply: Invite
    error: 'invalid_input' | 'invalid_json' | 'invalid_email' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'method_disabled' | 'email_already_exists' | 'invite_already_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Invites, newest first */
  'GET /admin/invites': {
    name: 'listInvites'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The beginning of an address. */
      search?: string | undefined
      /** What became of it. */
      status?: 'pending' | 'accepted' | 'revoked' | 'expired' | undefined
      /** What else to tell of each invite. */
      include?: 'createdByEmail' | undefined
    }
    body: undefined
    reply: {
      /** The invites, newest first. */
      invites: readonly (ListedInvite)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Withdraw an invite */
  'DELETE /admin/invites/{id}': {
    name: 'revokeInvite'
    params: {
      /** The invite. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'invite_revoked' | 'invite_not_found' | 'method_disabled' | 'invite_already_used' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Mail an invite again, with a new link */
  'POST /admin/invites/{id}/resend': {
    name: 'resendInvite'
    params: {
      /** The invite. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Invite
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'invite_revoked' | 'invite_not_found' | 'method_disabled' | 'invite_already_used' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Make an organisation, and own it */
  'POST /auth/orgs': {
    name: 'createOrganisation'
    params: undefined
    query: undefined
    body: {
      /** What it is called: 1 to 100 characters. */
      name: string
      /** Its short name. Made of the name when it does not come. */
      slug: string
    }
    reply: Organisation
    error: 'invalid_json' | 'invalid_name' | 'invalid_slug' | 'org_slug_reserved' | 'org_limit_reached' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'method_disabled' | 'org_slug_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The caller's organisations, by name */
  'GET /auth/orgs': {
    name: 'listOrganisations'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
    }
    body: undefined
    reply: {
      /** Those that the account is a member of, by their names. */
      orgs: readonly (OwnOrganisation)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The organisation that this session is about: the chosen one, or the only one */
  'GET /auth/orgs/active': {
    name: 'getActiveOrganisation'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The one that the session acts for; null for none. */
      organisation: Organisation | null
    }
    error: 'session_expired' | 'origin_not_allowed' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Choose the organisation that this session is about */
  'PUT /auth/orgs/active': {
    name: 'setActiveOrganisation'
    params: undefined
    query: undefined
    body: {
      /** One that the account is a member of. */
      orgId: string
    }
    reply: {
      /** The one that the session acts for; null for none. */
      organisation: Organisation | null
    }
    error: 'invalid_json' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_not_found' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Choose no organisation */
  'DELETE /auth/orgs/active': {
    name: 'clearActiveOrganisation'
    params: undefined
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** One organisation, and what the caller is in it */
  'GET /auth/orgs/{orgId}': {
    name: 'getOrganisation'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: undefined
    reply: OwnOrganisation
    error: 'session_expired' | 'origin_not_allowed' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change the name or the short name of an organisation */
  'PUT /auth/orgs/{orgId}': {
    name: 'updateOrganisation'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: {
      /** What it is called: 1 to 100 characters; stays unless given. */
      name?: string | undefined
      /** Its short name; stays unless given. The old one is kept for this organisation for a while. */
      slug: string
    }
    reply: Organisation
    error: 'invalid_json' | 'invalid_name' | 'invalid_slug' | 'org_slug_reserved' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'org_not_found' | 'method_disabled' | 'org_slug_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Delete an organisation */
  'DELETE /auth/orgs/{orgId}': {
    name: 'deleteOrganisation'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: {
      /** Its short name, typed again. */
      slug: string
    }
    reply: Message
    error: 'invalid_json' | 'invalid_input' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'org_forbidden' | 'org_not_found' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The data of an organisation: values of the fields that its members see */
  'GET /auth/orgs/{orgId}/data': {
    name: 'getOrgData'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: undefined
    reply: {
      /** The values that members of an organisation see, by field: defaults filled in, null where there is none. */
      data: OrgData
    }
    error: 'session_expired' | 'origin_not_allowed' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change data of an organisation */
  'PATCH /auth/orgs/{orgId}/data': {
    name: 'changeOrgData'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: {
      /** Values by field; a field that is left out stays as it is, and null clears it. */
      data: OrgDataChange
    }
    reply: {
      /** The values that members of an organisation see, by field: defaults filled in, null where there is none. */
      data: OrgData
    }
    error: 'invalid_json' | 'invalid_data' | 'unknown_field' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'field_not_writable' | 'org_not_found' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make a member an owner, and become less oneself */
  'POST /auth/orgs/{orgId}/transfer': {
    name: 'transferOwnership'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: {
      /** The member who becomes owner. */
      userId: string
      /** What the caller is afterwards: `admin` unless named, `member` or `owner`. */
      role?: string | undefined
    }
    reply: Message
    error: 'invalid_json' | 'invalid_input' | 'invalid_role' | 'org_limit_reached' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'org_forbidden' | 'org_not_found' | 'org_member_not_found' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Members of an organisation, those who joined first coming first */
  'GET /auth/orgs/{orgId}/members': {
    name: 'listMembers'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The beginning of a word of the name; for admins and owners also of the address. */
      search?: string | undefined
    }
    body: undefined
    reply: {
      /** The members; those who joined first come first. */
      members: readonly (OrgMember)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change what a member may do */
  'PATCH /auth/orgs/{orgId}/members/{userId}/role': {
    name: 'setMemberRole'
    params: {
      /** The organisation. */
      orgId: string
      /** The member. */
      userId: string
    }
    query: undefined
    body: {
      /** What the member may do from now on. */
      role: 'member' | 'admin' | 'owner'
    }
    reply: Message
    error: 'invalid_json' | 'invalid_role' | 'cannot_remove_last_owner' | 'org_limit_reached' | 'invalid_input' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'org_not_found' | 'org_member_not_found' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Remove a member */
  'DELETE /auth/orgs/{orgId}/members/{userId}': {
    name: 'removeMember'
    params: {
      /** The organisation. */
      orgId: string
      /** The member. */
      userId: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'cannot_remove_last_owner' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'org_not_found' | 'org_member_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Leave an organisation */
  'POST /auth/orgs/{orgId}/leave': {
    name: 'leaveOrganisation'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'cannot_remove_last_owner' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Invite an address into an organisation */
  'POST /auth/orgs/{orgId}/invites': {
    name: 'createOrgInvite'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: undefined
    body: {
      /** An email address. Case and spaces around it do not count. */
      email: string
      /** What the new member may do. */
      role: 'member' | 'admin' | 'owner'
    }
    reply: OrgInvite
    error: 'invalid_json' | 'invalid_email' | 'invalid_role' | 'org_invite_limit' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'org_not_found' | 'method_disabled' | 'org_member_exists' | 'org_invite_exists' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Invites of an organisation, newest first */
  'GET /auth/orgs/{orgId}/invites': {
    name: 'listOrgInvites'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** What became of it. */
      status?: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | undefined
    }
    body: undefined
    reply: {
      /** The invites, newest first. */
      invites: readonly (OrgInvite)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'org_forbidden' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Send an invite again; the old link no longer works */
  'POST /auth/orgs/{orgId}/invites/{id}/resend': {
    name: 'resendOrgInvite'
    params: {
      /** The organisation. */
      orgId: string
      /** The invite. */
      id: string
    }
    query: undefined
    body: undefined
    reply: OrgInvite
    error: 'org_invite_limit' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'org_invite_revoked' | 'org_not_found' | 'org_invite_not_found' | 'method_disabled' | 'org_invite_used' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Withdraw an invite */
  'DELETE /auth/orgs/{orgId}/invites/{id}': {
    name: 'revokeOrganisationInvite'
    params: {
      /** The organisation. */
      orgId: string
      /** The invite. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_forbidden' | 'org_invite_revoked' | 'org_not_found' | 'org_invite_not_found' | 'method_disabled' | 'org_invite_used' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** What a mailed invite into an organisation is about */
  'POST /auth/orgs/invites/info': {
    name: 'orgInviteInfo'
    params: undefined
    query: undefined
    body: {
      /** What the link of the invite has behind `#token=`. */
      code: string
    }
    reply: {
      /** The organisation that invites. */
      organisation: {
        /** What it is called. */
        name: string
      }
      /** The address that was invited. */
      email: string
      /** What the new member may do. */
      role: 'member' | 'admin' | 'owner'
      /** The name of the member who invited. */
      invitedBy: string
      /** The address has an account here. */
      hasAccount: boolean
      /** Until when it can be accepted. ISO 8601, in UTC. */
      expiresAt: string
    }
    error: 'invalid_json' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_invite_revoked' | 'org_invite_not_found' | 'method_disabled' | 'org_invite_used' | 'org_invite_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Join an organisation with a mailed invite */
  'POST /auth/orgs/invites/accept': {
    name: 'acceptOrgInvite'
    params: undefined
    query: undefined
    body: {
      /** What the link of the invite has behind `#token=`. */
      code: string
    }
    reply: {
      /** An organisation. */
      organisation: Organisation
      /** What the account may do there. */
      role: 'member' | 'admin' | 'owner'
    }
    error: 'invalid_json' | 'org_member_limit_reached' | 'org_limit_reached' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_invite_revoked' | 'org_invite_email_mismatch' | 'org_invite_not_found' | 'method_disabled' | 'org_member_exists' | 'org_invite_used' | 'org_invite_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Create an account from an invite into an organisation */
  'POST /auth/orgs/invites/register': {
    name: 'registerWithOrgInvite'
    params: undefined
    query: undefined
    body: {
      /** What the link of the invite has behind `#token=`. */
      code: string
      /** The name that other people see: 1 to 200 characters on one line. */
      name: string
      /** The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand. */
      password: string
      /** The same password again. */
      confirmPassword: string
      /** Values of the fields that are asked for at sign-up, by field. */
      data?: SignUpData | undefined
    }
    reply: SessionResult | TwoFactorGated
    error: 'invalid_json' | 'name_required' | 'invalid_data' | 'unknown_field' | 'password_mismatch' | 'weak_password' | 'password_compromised' | 'org_member_limit_reached' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_invite_revoked' | 'forbidden' | 'email_not_allowed' | 'field_not_writable' | 'registration_refused' | 'org_invite_not_found' | 'method_disabled' | 'email_already_exists' | 'org_invite_used' | 'org_invite_expired' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'email_failed' | 'internal_error' | 'overloaded'
  }
  /** Open invites to the address of the caller */
  'GET /auth/orgs/invites': {
    name: 'listOwnOrgInvites'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
    }
    body: undefined
    reply: {
      /** Those that can be accepted. */
      invites: readonly (OwnOrgInvite)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Join an organisation that has invited the caller */
  'POST /auth/orgs/invites/{id}/accept': {
    name: 'acceptOwnOrgInvite'
    params: {
      /** The invite. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** An organisation. */
      organisation: Organisation
      /** What the account may do there. */
      role: 'member' | 'admin' | 'owner'
    }
    error: 'org_member_limit_reached' | 'org_limit_reached' | 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_invite_revoked' | 'email_not_verified' | 'org_invite_not_found' | 'method_disabled' | 'org_member_exists' | 'org_invite_used' | 'org_invite_expired' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Decline an invite into an organisation */
  'POST /auth/orgs/invites/{id}/decline': {
    name: 'declineOrgInvite'
    params: {
      /** The invite. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'session_expired' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'org_invite_revoked' | 'email_not_verified' | 'org_invite_not_found' | 'method_disabled' | 'org_invite_used' | 'org_invite_expired' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** What happened in an organisation, newest first */
  'GET /auth/orgs/{orgId}/audit-logs': {
    name: 'orgAuditLogs'
    params: {
      /** The organisation. */
      orgId: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The `next` or `previous` of an answer to the same question: the page that lies there. */
      after?: string | undefined
      /** What happened. */
      type?: 'user.registered' | 'login.success' | 'login.failed' | 'logout' | 'email.verification.sent' | 'email.verified' | '2fa.code.sent' | '2fa.code.verified' | '2fa.code.failed' | 'data.changed' | 'account.claimed' | 'step_up.success' | 'step_up.failed' | 'admin.login.success' | 'admin.login.failed' | 'session.created' | 'session.refreshed' | 'session.renamed' | 'session.revoked' | 'session.reuse_detected' | 'user.renamed' | 'account.deleted' | 'account.exported' | 'login.code.requested' | 'password.reset.requested' | 'password.reset.completed' | 'password.changed' | 'password.expired' | 'password.set' | '2fa.enabled' | '2fa.disabled' | '2fa.totp.enabled' | '2fa.totp.disabled' | '2fa.recovery.created' | '2fa.recovery.used' | '2fa.passkey.verified' | 'passkey.added' | 'passkey.renamed' | 'passkey.removed' | 'passkey.login' | 'passkey.failed' | 'passkey.counter' | 'device.trusted' | 'device.revoked' | 'device.new' | 'device.reported' | 'oauth.login' | 'oauth.linked' | 'oauth.unlinked' | 'email.change.requested' | 'email.change.confirmed' | 'email.change.cancelled' | 'email.changed' | 'email.change.reverted' | 'app.session.created' | 'oidc.key.rotated' | 'admin.client.created' | 'admin.client.changed' | 'admin.client.disabled' | 'admin.client.enabled' | 'admin.client.deleted' | 'admin.client.secret.created' | 'admin.client.secret.ended' | 'oidc.application.removed' | 'oidc.authorized' | 'oidc.consent.given' | 'oidc.consent.denied' | 'oidc.tokens.issued' | 'oidc.tokens.refreshed' | 'oidc.tokens.revoked' | 'oidc.code.reuse_detected' | 'oidc.refresh.reuse_detected' | 'oidc.device.claimed' | 'oidc.device.allowed' | 'oidc.device.denied' | 'admin.user.created' | 'admin.user.renamed' | 'admin.user.email_changed' | 'admin.user.verified' | 'admin.user.reset_sent' | 'admin.user.role_changed' | 'admin.user.scopes_changed' | 'admin.user.factors_reset' | 'admin.user.banned' | 'admin.user.unbanned' | 'admin.user.deleted' | 'admin.user.sessions_revoked' | 'invite.created' | 'invite.resent' | 'invite.revoked' | 'invite.accepted' | 'org.created' | 'org.updated' | 'org.deleted' | 'org.member.added' | 'org.member.removed' | 'org.member.left' | 'org.member.role_changed' | 'org.owner.transferred' | 'org.invite.created' | 'org.invite.resent' | 'org.invite.revoked' | 'org.invite.accepted' | 'org.invite.declined' | 'admin.org.deleted' | 'admin.org.owner_set' | 'admin.key.created' | 'admin.key.revoked' | 'audit.began' | 'audit.withdrawn' | 'audit.expired' | 'audit.erased' | 'service.restored' | 'service.secret_lost' | 'admin.webhook.created' | 'admin.webhook.changed' | 'admin.webhook.disabled' | 'admin.webhook.deleted' | 'admin.webhook.secret.created' | 'admin.webhook.secret.ended' | 'admin.webhook.replayed' | 'account.inactive' | 'admin.users.imported' | 'admin.users.exported' | undefined
      /** The account that did it. */
      actorId?: string | undefined
      /** The account that it was done to. */
      targetUserId?: string | undefined
      /** From this time on, ISO 8601. */
      from?: string | undefined
      /** Before this time, ISO 8601. */
      to?: string | undefined
    }
    body: undefined
    reply: {
      /** The events, newest first. */
      events: readonly (OrgEvent)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
      /** There are more than `total`, or there may be. Nothing is counted past 10000. */
      totalIsCapped?: boolean | undefined
      /** For `after`, where there is more, or may be. */
      next?: string | undefined
      /** The same for what comes before, if this is not the first page. */
      previous?: string | undefined
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'org_forbidden' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Organisations, newest first */
  'GET /admin/orgs': {
    name: 'listOrgs'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The `next` or `previous` of an answer to the same question: the page that lies there. */
      after?: string | undefined
      /** The beginning of any word of the name or the short name, or an id. Of several words each has to be found; accents and case do not count. */
      search?: string | undefined
      /** Whether it has no owner who could sign in. */
      ownerless?: boolean | undefined
    }
    body: undefined
    reply: {
      /** The organisations, newest first. */
      orgs: readonly (Organisation)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
      /** There are more than `total`, or there may be. Nothing is counted past 10000. */
      totalIsCapped?: boolean | undefined
      /** For `after`, where there is more, or may be. */
      next?: string | undefined
      /** The same for what comes before, if this is not the first page. */
      previous?: string | undefined
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** One organisation */
  'GET /admin/orgs/{id}': {
    name: 'getOrg'
    params: {
      /** The organisation. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Organisation
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Delete an organisation */
  'DELETE /admin/orgs/{id}': {
    name: 'deleteOrg'
    params: {
      /** The organisation. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Members of an organisation */
  'GET /admin/orgs/{id}/members': {
    name: 'listOrgMembers'
    params: {
      /** The organisation. */
      id: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The beginning of a word of the name, or of the address. */
      search?: string | undefined
    }
    body: undefined
    reply: {
      /** The members; those who joined first come first. */
      members: readonly (OrgMember)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** All data of an organisation */
  'GET /admin/orgs/{id}/data': {
    name: 'getWholeOrgData'
    params: {
      /** The organisation. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** All values of an organisation, by field: defaults filled in, null where there is none. */
      data: WholeOrgData
      /** When the data last changed; when the organisation was made, where it never did. ISO 8601, in UTC. */
      updatedAt: string
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'org_not_found' | 'method_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change data of an organisation, of every tier */
  'PATCH /admin/orgs/{id}/data': {
    name: 'changeWholeOrgData'
    params: {
      /** The organisation. */
      id: string
    }
    query: undefined
    body: {
      /** Values by field; a field that is left out stays as it is, and null clears it. */
      data: WholeOrgDataChange
      /** The `updatedAt` of an earlier answer: where the data has changed since, nothing is written. */
      ifUpdatedAt?: string | undefined
    }
    reply: {
      /** All values of an organisation, by field: defaults filled in, null where there is none. */
      data: WholeOrgData
      /** When the data last changed; when the organisation was made, where it never did. ISO 8601, in UTC. */
      updatedAt: string
    }
    error: 'invalid_input' | 'invalid_json' | 'invalid_data' | 'unknown_field' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'org_not_found' | 'method_disabled' | 'data_changed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Give an organisation one more owner */
  'PUT /admin/orgs/{id}/owner': {
    name: 'setOrgOwner'
    params: {
      /** The organisation. */
      id: string
    }
    query: undefined
    body: {
      /** The account that becomes its owner. */
      userId: string
    }
    reply: Message
    error: 'invalid_input' | 'invalid_json' | 'org_limit_reached' | 'org_member_limit_reached' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'org_not_found' | 'user_not_found' | 'method_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make a key for a backend */
  'POST /admin/keys': {
    name: 'createApiKey'
    params: undefined
    query: undefined
    body: {
      /** What it is for: 1 to 200 characters on one line. */
      name: string
      /** What it may do. */
      scopes: readonly ('data:read' | 'data:write' | 'clients:read' | 'users:read' | 'users:write' | 'sessions:write' | 'invites:write' | 'orgs:read' | 'orgs:write' | 'audit:read' | 'webhooks:write')[]
    }
    reply: {
      /** Shown once, and never again. */
      key: string
      /** A key of a backend, without its secret. */
      apiKey: ApiKey
    }
    error: 'invalid_input' | 'invalid_json' | 'name_required' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The keys of backends, newest first */
  'GET /admin/keys': {
    name: 'listApiKeys'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** The keys, newest first, revoked ones too; to an administrator who is limited, those that open no more than they may. */
      keys: readonly (ApiKey)[]
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Revoke a key: from now on it opens nothing */
  'DELETE /admin/keys/{id}': {
    name: 'revokeApiKey'
    params: {
      /** The key. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** What happened to the account, newest first */
  'GET /auth/activity': {
    name: 'listActivity'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** What happened. */
      type?: 'user.registered' | 'login.success' | 'login.failed' | 'logout' | 'email.verified' | '2fa.code.failed' | 'account.claimed' | 'step_up.success' | 'step_up.failed' | 'admin.login.success' | 'admin.login.failed' | 'session.renamed' | 'session.revoked' | 'session.reuse_detected' | 'user.renamed' | 'account.exported' | 'password.reset.requested' | 'password.reset.completed' | 'password.changed' | 'password.expired' | 'password.set' | '2fa.enabled' | '2fa.disabled' | '2fa.totp.enabled' | '2fa.totp.disabled' | '2fa.recovery.created' | '2fa.recovery.used' | 'passkey.added' | 'passkey.renamed' | 'passkey.removed' | 'passkey.login' | 'passkey.failed' | 'passkey.counter' | 'device.trusted' | 'device.revoked' | 'device.new' | 'device.reported' | 'oauth.login' | 'oauth.linked' | 'oauth.unlinked' | 'email.change.requested' | 'email.change.confirmed' | 'email.change.cancelled' | 'email.changed' | 'email.change.reverted' | 'oidc.application.removed' | 'oidc.consent.given' | 'oidc.consent.denied' | 'oidc.code.reuse_detected' | 'oidc.refresh.reuse_detected' | 'oidc.device.allowed' | 'oidc.device.denied' | 'admin.user.created' | 'admin.user.renamed' | 'admin.user.email_changed' | 'admin.user.verified' | 'admin.user.reset_sent' | 'admin.user.role_changed' | 'admin.user.scopes_changed' | 'admin.user.factors_reset' | 'admin.user.banned' | 'admin.user.unbanned' | 'admin.user.sessions_revoked' | 'account.inactive' | undefined
    }
    body: undefined
    reply: {
      /** The events, newest first. */
      events: readonly (ActivityEvent)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'origin_not_allowed' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The audit log, newest first */
  'GET /admin/audit-logs': {
    name: 'auditLogs'
    params: undefined
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The `next` or `previous` of an answer to the same question: the page that lies there. */
      after?: string | undefined
      /** What happened. */
      type?: 'user.registered' | 'login.success' | 'login.failed' | 'logout' | 'email.verification.sent' | 'email.verified' | '2fa.code.sent' | '2fa.code.verified' | '2fa.code.failed' | 'data.changed' | 'account.claimed' | 'step_up.success' | 'step_up.failed' | 'admin.login.success' | 'admin.login.failed' | 'session.created' | 'session.refreshed' | 'session.renamed' | 'session.revoked' | 'session.reuse_detected' | 'user.renamed' | 'account.deleted' | 'account.exported' | 'login.code.requested' | 'password.reset.requested' | 'password.reset.completed' | 'password.changed' | 'password.expired' | 'password.set' | '2fa.enabled' | '2fa.disabled' | '2fa.totp.enabled' | '2fa.totp.disabled' | '2fa.recovery.created' | '2fa.recovery.used' | '2fa.passkey.verified' | 'passkey.added' | 'passkey.renamed' | 'passkey.removed' | 'passkey.login' | 'passkey.failed' | 'passkey.counter' | 'device.trusted' | 'device.revoked' | 'device.new' | 'device.reported' | 'oauth.login' | 'oauth.linked' | 'oauth.unlinked' | 'email.change.requested' | 'email.change.confirmed' | 'email.change.cancelled' | 'email.changed' | 'email.change.reverted' | 'app.session.created' | 'oidc.key.rotated' | 'admin.client.created' | 'admin.client.changed' | 'admin.client.disabled' | 'admin.client.enabled' | 'admin.client.deleted' | 'admin.client.secret.created' | 'admin.client.secret.ended' | 'oidc.application.removed' | 'oidc.authorized' | 'oidc.consent.given' | 'oidc.consent.denied' | 'oidc.tokens.issued' | 'oidc.tokens.refreshed' | 'oidc.tokens.revoked' | 'oidc.code.reuse_detected' | 'oidc.refresh.reuse_detected' | 'oidc.device.claimed' | 'oidc.device.allowed' | 'oidc.device.denied' | 'admin.user.created' | 'admin.user.renamed' | 'admin.user.email_changed' | 'admin.user.verified' | 'admin.user.reset_sent' | 'admin.user.role_changed' | 'admin.user.scopes_changed' | 'admin.user.factors_reset' | 'admin.user.banned' | 'admin.user.unbanned' | 'admin.user.deleted' | 'admin.user.sessions_revoked' | 'invite.created' | 'invite.resent' | 'invite.revoked' | 'invite.accepted' | 'org.created' | 'org.updated' | 'org.deleted' | 'org.member.added' | 'org.member.removed' | 'org.member.left' | 'org.member.role_changed' | 'org.owner.transferred' | 'org.invite.created' | 'org.invite.resent' | 'org.invite.revoked' | 'org.invite.accepted' | 'org.invite.declined' | 'admin.org.deleted' | 'admin.org.owner_set' | 'admin.key.created' | 'admin.key.revoked' | 'audit.began' | 'audit.withdrawn' | 'audit.expired' | 'audit.erased' | 'service.restored' | 'service.secret_lost' | 'admin.webhook.created' | 'admin.webhook.changed' | 'admin.webhook.disabled' | 'admin.webhook.deleted' | 'admin.webhook.secret.created' | 'admin.webhook.secret.ended' | 'admin.webhook.replayed' | 'account.inactive' | 'admin.users.imported' | 'admin.users.exported' | undefined
      /** The account that did it. */
      actorId?: string | undefined
      /** The account that it was done to. */
      targetUserId?: string | undefined
      /** The address it came from. */
      ip?: string | undefined
      /** From this time on, ISO 8601. */
      from?: string | undefined
      /** Before this time, ISO 8601. */
      to?: string | undefined
      /** Whether it succeeded. */
      success?: boolean | undefined
    }
    body: undefined
    reply: {
      /** The events, newest first. */
      events: readonly (AuditEvent)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
      /** There are more than `total`, or there may be. Nothing is counted past 10000. */
      totalIsCapped?: boolean | undefined
      /** For `after`, where there is more, or may be. */
      next?: string | undefined
      /** The same for what comes before, if this is not the first page. */
      previous?: string | undefined
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** What happened to one account, newest first */
  'GET /admin/users/{id}/audit-logs': {
    name: 'userAuditLogs'
    params: {
      /** The account. */
      id: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
      /** The `next` or `previous` of an answer to the same question: the page that lies there. */
      after?: string | undefined
      /** What happened. */
      type?: 'user.registered' | 'login.success' | 'login.failed' | 'logout' | 'email.verification.sent' | 'email.verified' | '2fa.code.sent' | '2fa.code.verified' | '2fa.code.failed' | 'data.changed' | 'account.claimed' | 'step_up.success' | 'step_up.failed' | 'admin.login.success' | 'admin.login.failed' | 'session.created' | 'session.refreshed' | 'session.renamed' | 'session.revoked' | 'session.reuse_detected' | 'user.renamed' | 'account.deleted' | 'account.exported' | 'login.code.requested' | 'password.reset.requested' | 'password.reset.completed' | 'password.changed' | 'password.expired' | 'password.set' | '2fa.enabled' | '2fa.disabled' | '2fa.totp.enabled' | '2fa.totp.disabled' | '2fa.recovery.created' | '2fa.recovery.used' | '2fa.passkey.verified' | 'passkey.added' | 'passkey.renamed' | 'passkey.removed' | 'passkey.login' | 'passkey.failed' | 'passkey.counter' | 'device.trusted' | 'device.revoked' | 'device.new' | 'device.reported' | 'oauth.login' | 'oauth.linked' | 'oauth.unlinked' | 'email.change.requested' | 'email.change.confirmed' | 'email.change.cancelled' | 'email.changed' | 'email.change.reverted' | 'app.session.created' | 'oidc.key.rotated' | 'admin.client.created' | 'admin.client.changed' | 'admin.client.disabled' | 'admin.client.enabled' | 'admin.client.deleted' | 'admin.client.secret.created' | 'admin.client.secret.ended' | 'oidc.application.removed' | 'oidc.authorized' | 'oidc.consent.given' | 'oidc.consent.denied' | 'oidc.tokens.issued' | 'oidc.tokens.refreshed' | 'oidc.tokens.revoked' | 'oidc.code.reuse_detected' | 'oidc.refresh.reuse_detected' | 'oidc.device.claimed' | 'oidc.device.allowed' | 'oidc.device.denied' | 'admin.user.created' | 'admin.user.renamed' | 'admin.user.email_changed' | 'admin.user.verified' | 'admin.user.reset_sent' | 'admin.user.role_changed' | 'admin.user.scopes_changed' | 'admin.user.factors_reset' | 'admin.user.banned' | 'admin.user.unbanned' | 'admin.user.deleted' | 'admin.user.sessions_revoked' | 'invite.created' | 'invite.resent' | 'invite.revoked' | 'invite.accepted' | 'org.created' | 'org.updated' | 'org.deleted' | 'org.member.added' | 'org.member.removed' | 'org.member.left' | 'org.member.role_changed' | 'org.owner.transferred' | 'org.invite.created' | 'org.invite.resent' | 'org.invite.revoked' | 'org.invite.accepted' | 'org.invite.declined' | 'admin.org.deleted' | 'admin.org.owner_set' | 'admin.key.created' | 'admin.key.revoked' | 'audit.began' | 'audit.withdrawn' | 'audit.expired' | 'audit.erased' | 'service.restored' | 'service.secret_lost' | 'admin.webhook.created' | 'admin.webhook.changed' | 'admin.webhook.disabled' | 'admin.webhook.deleted' | 'admin.webhook.secret.created' | 'admin.webhook.secret.ended' | 'admin.webhook.replayed' | 'account.inactive' | 'admin.users.imported' | 'admin.users.exported' | undefined
      /** The account that did it. */
      actorId?: string | undefined
      /** The account that it was done to. */
      targetUserId?: string | undefined
      /** The address it came from. */
      ip?: string | undefined
      /** From this time on, ISO 8601. */
      from?: string | undefined
      /** Before this time, ISO 8601. */
      to?: string | undefined
      /** Whether it succeeded. */
      success?: boolean | undefined
    }
    body: undefined
    reply: {
      /** The events, newest first. */
      events: readonly (AuditEvent)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
      /** There are more than `total`, or there may be. Nothing is counted past 10000. */
      totalIsCapped?: boolean | undefined
      /** For `after`, where there is more, or may be. */
      next?: string | undefined
      /** The same for what comes before, if this is not the first page. */
      previous?: string | undefined
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'user_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The sealed log from a number on, one event to a line; ask again with the number of the last line */
  'GET /admin/audit-logs/stream': {
    name: 'streamAuditLogs'
    params: undefined
    query: {
      /** The number of the last line that you have; all that is kept unless given. At least 0. */
      after?: number | undefined
      /** How many seconds to wait where there is none yet. From 0 to 50. @default 0 */
      wait?: number | undefined
    }
    body: undefined
    reply: readonly (StreamedEvent)[]
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Have a server told what happens, from now on */
  'POST /admin/webhooks': {
    name: 'createWebhook'
    params: undefined
    query: undefined
    body: {
      /** Where it is posted to: https, at port 443 or above 1023. */
      url: string
      /** Some of user.created, user.updated, user.email_changed, user.email_verified, user.role_changed, user.banned, user.unbanned, user.deleted, user.imported, session.created, session.ended, sign_in.failed, password.changed, password.reset, factor.added, factor.removed, identity.linked, identity.unlinked, invite.created, invite.accepted, invite.revoked, org.created, org.updated, org.deleted, org.member_added, org.member_removed, org.member_role_changed, audit.checkpoint, webhook.test; `*` is all but failed sign-ins. */
      types: readonly (string)[]
      /** What it is for: one line of at most 200 characters. */
      description?: string | undefined
    }
    reply: {
      /** A server that is told what happens, without its secret. */
      webhook: Webhook
      /** `whsec_…`, shown once and never again. */
      secret: string
    }
    error: 'invalid_input' | 'invalid_json' | 'invalid_url' | 'address_not_allowed' | 'invalid_event_type' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'too_many_webhooks' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** The servers that are told what happens */
  'GET /admin/webhooks': {
    name: 'listWebhooks'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** All of them, newest first; there are 20 at most. */
      webhooks: readonly (Webhook)[]
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** One webhook */
  'GET /admin/webhooks/{id}': {
    name: 'getWebhook'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Webhook
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Change, disable or enable a webhook: another host means a new secret */
  'PATCH /admin/webhooks/{id}': {
    name: 'changeWebhook'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: {
      /** Where it is posted to: https, at port 443 or above 1023. */
      url?: string | undefined
      /** Some of user.created, user.updated, user.email_changed, user.email_verified, user.role_changed, user.banned, user.unbanned, user.deleted, user.imported, session.created, session.ended, sign_in.failed, password.changed, password.reset, factor.added, factor.removed, identity.linked, identity.unlinked, invite.created, invite.accepted, invite.revoked, org.created, org.updated, org.deleted, org.member_added, org.member_removed, org.member_role_changed, audit.checkpoint, webhook.test; `*` is all but failed sign-ins. */
      types?: readonly (string)[] | undefined
      /** What it is for: one line of at most 200 characters. */
      description?: string | undefined
      /** Whether it is told anything. What it has missed is sent once it is enabled. */
      enabled?: boolean | undefined
    }
    reply: {
      /** A server that is told what happens, without its secret. */
      webhook: Webhook
      /** `whsec_…`, shown once and never again. */
      secret?: string | undefined
    }
    error: 'invalid_input' | 'invalid_json' | 'invalid_url' | 'address_not_allowed' | 'invalid_event_type' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Remove a webhook: what it has not been told it is never told */
  'DELETE /admin/webhooks/{id}': {
    name: 'deleteWebhook'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Make a new secret: the one before signs beside it for 24 hours */
  'POST /admin/webhooks/{id}/secret': {
    name: 'createWebhookSecret'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** A server that is told what happens, without its secret. */
      webhook: Webhook
      /** `whsec_…`, shown once and never again. */
      secret: string
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** End the secret before the newest at once */
  'DELETE /admin/webhooks/{id}/secret/previous': {
    name: 'endPreviousWebhookSecret'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Send a webhook a test, and wait for its answer */
  'POST /admin/webhooks/{id}/test': {
    name: 'testWebhook'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: undefined
    reply: {
      /** `delivered`, `status_503`, `timeout`, `dns_failed`, `address_not_allowed`, `connect_failed`, `tls_failed` or `redirected`. */
      outcome: string
      /** What it has answered with. */
      status?: number | undefined
      /** How many milliseconds it took. */
      ms: number
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** What a webhook was told, and is still to be told */
  'GET /admin/webhooks/{id}/deliveries': {
    name: 'listWebhookDeliveries'
    params: {
      /** The webhook. */
      id: string
    }
    query: {
      /** How many to answer with; more than 100 counts as 100. From 1 to 100. @default 20 */
      limit?: number | undefined
      /** How many to skip. At least 0. @default 0 */
      offset?: number | undefined
    }
    body: undefined
    reply: {
      /** The newest events first. */
      deliveries: readonly (WebhookDelivery)[]
      /** How many there are in all. */
      total: number
      /** How many this answer has at most. */
      limit: number
      /** How many were skipped. */
      offset: number
    }
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'origin_not_allowed' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Send an event again now, under the same id */
  'POST /admin/webhooks/{id}/deliveries/{eventId}/retry': {
    name: 'retryWebhookDelivery'
    params: {
      /** The webhook. */
      id: string
      /** The event. */
      eventId: string
    }
    query: undefined
    body: undefined
    reply: Message
    error: 'invalid_input' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'delivery_not_found' | 'webhook_not_found' | 'webhook_disabled' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Send the events of a range of numbers again, under the same ids */
  'POST /admin/webhooks/{id}/replay': {
    name: 'replayWebhook'
    params: {
      /** The webhook. */
      id: string
    }
    query: undefined
    body: {
      /** The first number. */
      fromSequence: number
      /** The last number; as many as can be replayed at once unless given. */
      toSequence?: number | undefined
    }
    reply: {
      /** How many are sent. */
      events: number
      /** Up to which number: less than was asked for where 10,000 are open. */
      toSequence: number
    }
    error: 'invalid_input' | 'invalid_json' | 'session_expired' | 'invalid_api_key' | 'csrf_headers_missing' | 'origin_not_allowed' | 'csrf_token_invalid' | 'step_up_required' | 'forbidden' | 'two_factor_required' | 'insufficient_scope' | 'webhook_not_found' | 'webhook_disabled' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limit_exceeded' | 'internal_error' | 'overloaded'
  }
  /** Is the process alive */
  'GET /healthz': {
    name: 'healthz'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** `ok`, or `ready`. */
      status: string
    }
    error: 'origin_not_allowed' | 'internal_error'
  }
  /** Can the service take requests */
  'GET /readyz': {
    name: 'readyz'
    params: undefined
    query: undefined
    body: undefined
    reply: {
      /** `ok`, or `ready`. */
      status: string
      /** What readiness is made of, for who sends `READYZ_TOKEN`. */
      parts?: readonly ({
        /** `process`, `clock` or `database`. */
        part: string
        /** Whether it is ready. */
        ready: boolean
        /** Why it is not. */
        reason?: string | undefined
      })[] | undefined
    }
    error: 'origin_not_allowed' | 'internal_error' | 'not_ready'
  }
}
