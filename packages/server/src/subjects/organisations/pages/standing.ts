import type { Static } from 'typebox'
import type { PageProps, Visit } from '../../../gate/pages/view.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { getOrganisation } from '../flows/list-organisations.ts'
import { isOrgRole, type OrgRole } from '../org-roles.ts'
import { slugRefusal, typedSlug } from '../org-slug.ts'
import { findBySlug } from '../steps/find-organisations.ts'
import type { OwnOrganisation } from '../views/organisation-view.ts'

/** What every section of an organisation's page is given. */
export interface OrganisationPanel extends PageProps {
  readonly org: Static<typeof OwnOrganisation>
  /** What the visitor is there. */
  readonly role: OrgRole
}

/** The organisation of the address, for its members; undefined for all others, as where there is none. */
export async function standingOf({ params, deps, run }: Visit): Promise<Omit<OrganisationPanel, 'view' | 'visit'> | undefined> {
  const slug = deps.config.organisations.enabled ? typedSlug(params['slug']) : undefined
  // What has not the form of one reaches no SQL: PostgreSQL refuses a NUL, and SQLite reads no further than to it.
  const canBe = slug !== undefined && slugRefusal(slug) !== 'invalid_slug'
  const found = canBe ? await findBySlug(deps, slug) : undefined
  if (!found) return undefined
  try {
    const org = await run(getOrganisation, { params: { orgId: found.id } })
    return isOrgRole(org.role) ? { org, role: org.role } : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'org_not_found') return undefined
    throw error
  }
}
