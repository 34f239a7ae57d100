import type { Caller } from '../../../gate/deps.ts'
import type { Facts } from '../../../platform/kernel/endpoint-facts.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { isAtLeast, type OrgRole } from '../org-roles.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'

/** Shared by the routes to one organisation. Each route names its own `auth` and `orgRole`, to be plain to see there. */
export const orgRoute = { params: { orgId: 'The organisation.' }, partOf: 'organisations.enabled', limit: 'general' } as const

type Entered = { readonly org: Organisation; readonly member: OrgMember }

/** The call of an endpoint. The role that the endpoint declares is the role that is enforced. */
export interface Entering {
  readonly params: { readonly orgId: string }
  readonly caller: Caller
  readonly declared: Pick<Facts, 'orgRole'>
}

/** For a caller who reads. An outsider gets the same answer as for an organisation that does not exist. */
export async function requireMembership(tables: Connection, { params: { orgId }, caller, declared }: Entering): Promise<Entered> {
  const member = isId(orgId) ? await orgMembersIn(tables).find(orgId, caller.account.id) : undefined
  const org = member && (await organisationsIn(tables).find(orgId))
  if (!org) throw new Failure('org_not_found')
  return allowed({ org, member }, declared.orgRole)
}

/** For a caller who writes: the organisation is locked, and the role is read again under the lock. An outsider locks nothing. */
export async function enterOrganisation(tx: Connection & Entering): Promise<Entered> {
  const { orgId } = tx.params
  await requireMembership(tx, { ...tx, declared: { orgRole: 'member' } })
  const org = await organisationsIn(tx).lock(orgId)
  const member = org && (await orgMembersIn(tx).find(orgId, tx.caller.account.id))
  if (!member) throw new Failure('org_not_found')
  return allowed({ org, member }, tx.declared.orgRole)
}

/** An endpoint that declares no role is for owners. */
function allowed(entered: Entered, atLeast: OrgRole = 'owner'): Entered {
  if (!isAtLeast(entered.member.role, atLeast)) throw new Failure('org_forbidden')
  return entered
}

/** Finds members of this organisation only, whatever id a path or a body names. */
export async function findMember(tables: Connection, { id }: Organisation, accountId: string): Promise<OrgMember> {
  const member = isId(accountId) ? await orgMembersIn(tables).find(id, accountId) : undefined
  if (!member) throw new Failure('org_member_not_found')
  return member
}
