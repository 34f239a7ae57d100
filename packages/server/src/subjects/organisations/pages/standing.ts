import type { Static } from 'typebox'
import type { PageProps, Visit } from '../../../gate/pages/view.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { getOrganisation } from '../flows/list-organisations.ts'
import { isOrgRole, type OrgRole } from '../org-roles.ts'
import { slugRefusal, typedSlug } from '../org-slug.ts'
import { findBySlug } from '../steps/find-organisations.ts'
import type { OwnOrganisation } from '../views/organisation-view.ts'

export interface OrganisationPanel extends PageProps {
  readonly org: Static<typeof OwnOrganisation>
  readonly role: OrgRole
}

/** Undefined for outsiders too, who see the same as where there is no organisation. */
export async function standingOf({ params, deps, run }: Visit): Promise<Omit<OrganisationPanel, 'view' | 'visit'> | undefined> {
  const slug = deps.config.organisations.enabled ? typedSlug(params['slug']) : undefined
  // An invalid slug must not reach the database: PostgreSQL refuses a NUL, and SQLite reads no further than a NUL.
  const isValid = slug !== undefined && slugRefusal(slug) !== 'invalid_slug'
  const found = isValid ? await findBySlug(deps, slug) : undefined
  if (!found) return undefined
  try {
    const org = await run(getOrganisation, { params: { orgId: found.id } })
    return isOrgRole(org.role) ? { org, role: org.role } : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'org_not_found') return undefined
    throw error
  }
}
