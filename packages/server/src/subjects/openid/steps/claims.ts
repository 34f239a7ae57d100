import { createHmac } from 'node:crypto'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { type Field, type Fields, fieldNamed } from '../../../gate/data/field.ts'
import { readableBy } from '../../../gate/data/rights.ts'
import { filledValues } from '../../../gate/data/visible-values.ts'
import type { Deps } from '../../../gate/deps.ts'
import { HOOKS, type Membership } from '../../../gate/hooks.ts'
import type { OidcClient } from '../tables/clients.ts'

type Claims = Readonly<Record<string, unknown>>

/** The scope of a declared field is this and its name: `data:company`. */
const DATA = 'data:'

const dataScope = (field: Pick<Field, 'name'>): string => `${DATA}${field.name}`

/** Of fields that a person may see themselves; what only backends read is told to no application. */
export const fieldOfScope = (config: Deps['config'], scope: string): Field | undefined =>
  scope.startsWith(DATA) ? fieldNamed(toldFields(config), scope.slice(DATA.length)) : undefined

const toldFields = ({ data: { fields } }: Deps['config']): Fields => readableBy(fields, 'owner')

/** All that a client can be given, in the order in which people are asked. */
export const scopesKnown = (config: Deps['config']): readonly string[] => [
  ...SCOPES_OF_CLAIMS,
  ...toldFields(config).map(dataScope),
  'offline_access',
]

const SCOPES_OF_CLAIMS = ['openid', 'profile', 'email', 'groups', 'organizations'] as const

/** A claim with such a name is what the service says of a person, and never what they have written themselves. */
const OWN_CLAIMS: ReadonlySet<string> = new Set(
  `iss sub aud exp nbf iat jti azp nonce acr amr sid events scope cnf act name email groups roles organizations entitlements data`.split(
    ' ',
  ),
)

/** A field has no underscore in its name, so the longer name is never that of another one. */
export const claimOfField = (name: string): string => (OWN_CLAIMS.has(name) ? `data_${name}` : name)

/** More than a token has room for. With a member's part beside each organisation. */
const MOST_GROUPS = 200
const MOST_ORGANISATIONS = 100

/**
 * What the application is told of a person, as it is at this moment: of the scopes that were granted those that the client still has.
 * Without `sub`, which `subjectFor` gives.
 */
export async function claimsOf(
  deps: Deps,
  account: Account,
  client: Pick<OidcClient, 'scopes'>,
  scopes: readonly string[],
): Promise<Record<string, unknown>> {
  const has = (scope: string): boolean => scopes.includes(scope) && client.scopes.includes(scope)
  const wantsMemberships = has('groups') || has('organizations')
  const memberships = wantsMemberships ? await membershipsOf(deps, account.id) : []
  return {
    ...(has('profile') && profileOf(account, has('email'))),
    ...(has('email') && { email: account.email, email_verified: account.verifiedAt !== undefined }),
    ...(has('groups') && { groups: groupsOf(account, memberships) }),
    ...(has('organizations') && { organizations: memberships }),
    ...dataOf(deps.config, account, scopes.filter(has)),
  }
}

/** People have no name that is theirs alone but their address, which `profile` alone does not tell. */
const profileOf = ({ name, email, language, updatedAt }: Account, tellsEmail: boolean): Claims => ({
  name,
  ...(tellsEmail && { preferred_username: email }),
  ...(language !== undefined && { locale: language }),
  updated_at: Math.floor(updatedAt / 1000),
})

const groupsOf = ({ role }: Account, memberships: readonly Membership[]): readonly string[] =>
  [...(role === 'admin' ? ['admin'] : []), ...memberships.flatMap(({ slug, role: part }) => [slug, `${slug}:${part}`])].slice(
    0,
    MOST_GROUPS,
  )

async function membershipsOf({ store, config }: Deps, accountId: string): Promise<readonly Membership[]> {
  const found = await Promise.all(
    HOOKS.map(({ memberships }) => memberships?.list(store, config, accountId, MOST_ORGANISATIONS) ?? []),
  )
  return found.flat()
}

function dataOf(config: Deps['config'], { data }: Account, scopes: readonly string[]): Claims {
  const told = toldFields(config)
  const asked = scopes.flatMap((scope) => (scope.startsWith(DATA) ? (fieldNamed(told, scope.slice(DATA.length)) ?? []) : []))
  if (asked.length === 0) return {}
  const values = Object.entries(filledValues(asked, data)).filter(([, value]) => value !== null)
  return Object.fromEntries(values.map(([name, value]) => [claimOfField(name), value]))
}

/**
 * Who the person is to this client. Pairwise, it is another one for every client, so that two of them cannot find out that they know the
 * same person; the key outlives a replacement of the secret.
 */
export async function subjectFor(
  { dataKeys }: Pick<Deps, 'dataKeys'>,
  { id, isPairwise }: Pick<OidcClient, 'id' | 'isPairwise'>,
  accountId: string,
): Promise<string> {
  if (!isPairwise) return accountId
  const { subjects } = await dataKeys.get()
  return createHmac('sha256', subjects)
    .update(JSON.stringify([id, accountId]))
    .digest('base64url')
}
