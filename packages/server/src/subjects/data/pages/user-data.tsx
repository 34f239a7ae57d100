import { DataFacts } from '../../../gate/data/pages/data-facts.tsx'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { checkedData } from '../../../gate/data/pages/typed-data.ts'
import { unlessRefused } from '../../../gate/data/pages/unless-refused.ts'
import { may } from '../../../gate/pages/console/may.ts'
import type { PageProps, Submission } from '../../../gate/pages/view.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { changeUserData, getUserData } from '../flows/user-data.ts'

/** Of the console's page about an account: all tiers, each field with who may write it. */
export async function UserDataSection({ view, visit }: PageProps) {
  const { fields } = visit.deps.config.data
  const found = fields.length === 0 ? undefined : await unlessRefused(visit.run(getUserData, { params: visit.params }))
  if (!found) return null
  if (!may(visit, 'data:write'))
    return (
      <Panel id="data" title={view.t.data.ofOrganisation}>
        <DataFacts view={view} fields={fields} values={found.data} />
      </Panel>
    )
  const form = { view, visit, action: 'saveData' }
  const words = view.t.data
  return (
    <Panel id="data" title={words.ofOrganisation}>
      <Form form={form} submit={words.submit} hidden={{ ifUpdatedAt: found.updatedAt }}>
        <DataFields form={form} fields={fields} values={found.data} note={({ access }) => words.tiers[access]} />
      </Form>
    </Panel>
  )
}

export async function saveUserData(call: Submission): Promise<void> {
  const data = checkedData(call, call.deps.config.data.fields)
  const { ifUpdatedAt } = call.fields
  await call.run(changeUserData, { params: call.params, body: { data, ifUpdatedAt } })
}
