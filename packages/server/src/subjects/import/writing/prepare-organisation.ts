import { organisationBringer } from '../../../gate/account-file/organisation-bringer.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { ImportedOrganisation } from '../imported-record.ts'
import { broughtData } from './brought-data.ts'
import { pastOf } from './past.ts'
import type { Candidate } from './prepared.ts'
import type { Preparing } from './preparing.ts'

const LONGEST_ID = 255

/** It keeps its id in any case: by that its members name it. */
export function prepareOrganisation(org: ImportedOrganisation, line: number, { deps, now }: Preparing): Candidate {
  const { stored, notes } = broughtData(org, deps.config.data.orgFields)
  const createdAt = pastOf(org.createdAt, now) ?? now
  const organisation = organisationBringer().checked({
    ...{ id: org.sourceId.toLowerCase(), name: org.name, slug: org.slug, createdAt },
    updatedAt: pastOf(org.updatedAt, now) ?? createdAt,
    data: stored,
    dataUpdatedAt: pastOf(org.dataUpdatedAt, now) ?? (stored === undefined ? undefined : now),
  })
  const told = { line, sourceId: org.sourceId.slice(0, LONGEST_ID), email: undefined }
  if (!organisation || !isId(organisation.id)) return { ...told, outcome: 'refused', reason: 'invalid_organisation' }
  return { line, organisation, notes }
}
