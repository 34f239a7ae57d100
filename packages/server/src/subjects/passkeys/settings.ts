import { flag, integer, optionalText } from '../../platform/config/kinds.ts'
import { origins } from '../../platform/config/list-kinds.ts'

/** Small letters, as a browser compares them. What it may be is for the rules to say, one line for each mistake. */
const host = { pattern: /^[a-z0-9:[\]-]+(?:\.[a-z0-9-]+)*$/, expected: 'a host name such as example.com, in small letters' }

// biome-ignore format: a table is read by its rows
const passkeys = {
  enabled: flag({ env: 'PASSKEYS', default: true, help: 'Let people add passkeys and sign in with them. Needs `PUBLIC_URL` to be on a host name with a dot, or on `localhost`.' }),
  rpId: optionalText({ env: 'PASSKEY_RP_ID', ...host, help: 'The domain that passkeys are made for: the host of `PUBLIC_URL` unless set, or a parent of it, whose other hosts can then use them too. Passkeys of another domain stop working when it changes.' }),
  relatedOrigins: origins({ env: 'PASSKEY_RELATED_ORIGINS', help: 'Origins on other domains that may use the passkeys, at most 20 and all https. Browsers look for them at `/.well-known/webauthn` of the domain.' }),
  max: integer({ env: 'PASSKEY_MAX', default: 20, min: 1, max: 100, help: 'Passkeys of one account.' }),
} as const

export const passkeysSettings = { passkeys }

type PasskeysSettings = typeof passkeysSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends PasskeysSettings {}
}
