import type { Static } from 'typebox'
import { DataFacts } from '../../../gate/data/pages/data-facts.tsx'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { readableBy, writableBy } from '../../../gate/data/rights.ts'
import type { OrgData } from '../../../gate/data/schemas.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { getOrgData } from '../flows/org-data.ts'
import { isAtLeast } from '../org-roles.ts'
import type { OrganisationPanel } from './standing.ts'

/** Members see it; admins and owners change what is theirs to change. Nothing at all where no field is declared for members. */
export async function OrgDataSection({ view, visit, org, role }: OrganisationPanel) {
  const { orgFields } = visit.deps.config.data
  const readable = readableBy(orgFields, 'member')
  if (readable.length === 0) return null
  const writable = isAtLeast(role, 'admin') ? writableBy(orgFields, 'owner') : []
  const { data }: { data: Static<typeof OrgData> } = await visit.run(getOrgData, { params: { orgId: org.id } })
  const words = view.t.data
  const form = { view, visit, action: 'saveData' }
  return (
    <Panel id="data" title={words.ofOrganisation}>
      <DataFacts view={view} fields={readable.filter((field) => !writable.includes(field))} values={data} />
      {writable.length > 0 && (
        <Form form={form} submit={words.submit} tone="quiet">
          <DataFields form={form} fields={writable} values={data} />
        </Form>
      )}
    </Panel>
  )
}
