import { ROLES, type Role } from '../gate/accounts/roles.ts'
import { canonicalEmail } from '../platform/kernel/email-address.ts'
import { ORG_ROLES, type OrgRole } from '../subjects/organisations/org-roles.ts'

/** Second factors that a test can give an account. */
const TEST_FACTORS = ['email', 'totp', 'passkey'] as const
export type TestFactor = (typeof TEST_FACTORS)[number]

export interface WantedOrg {
  readonly slug?: string
  readonly name?: string
  readonly role?: OrgRole
}

export interface SignedInOptions {
  readonly email?: string
  readonly role?: Role
  readonly factors?: readonly TestFactor[]
  readonly org?: WantedOrg
  /** Values of declared fields, whatever their tier; null clears one. */
  readonly data?: Readonly<Record<string, unknown>>
}

export type ReadOptions = Omit<SignedInOptions, 'email'> & { readonly email: string }

const KEYS = ['email', 'role', 'factors', 'org', 'data']
const ORG_KEYS = ['slug', 'name', 'role']

const refuse = (reason: string): never => {
  throw new TypeError(`signedIn(): ${reason}`)
}

const oneOf = (name: string, allowed: readonly string[], given: string | undefined): void => {
  if (given === undefined || allowed.includes(given)) return
  refuse(`${name} is one of ${allowed.join(', ')}, and not ${JSON.stringify(given)}.`)
}

/** Many tests are written in JavaScript, and a mistyped option must not pass for an absent one. */
export function readOptions(options: SignedInOptions, somebody: () => string): ReadOptions {
  for (const key of Object.keys(options)) oneOf('an option', KEYS, key)
  for (const key of Object.keys(options.org ?? {})) oneOf('an option of org', ORG_KEYS, key)
  oneOf('role', ROLES, options.role)
  oneOf('org.role', ORG_ROLES, options.org?.role)
  for (const factor of options.factors ?? []) oneOf('a factor', TEST_FACTORS, factor)
  const email = canonicalEmail(options.email ?? somebody())
  return { ...options, email: email ?? refuse(`email: ${JSON.stringify(options.email)} is no mail address.`) }
}
