import { Form } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { NameFields, namesForm } from './name-fields.tsx'
import type { OrganisationPanel } from './standing.ts'

/** What it is called, and where its page is. */
export function SettingsSection({ view, visit, org }: OrganisationPanel) {
  const words = view.t.organisations.page
  const form = namesForm(view, visit, 'save')
  return (
    <Panel id="settings" title={words.settings}>
      <Form form={form} submit={words.settingsSubmit} tone="quiet">
        <NameFields form={form} slugHint={words.slugChange} value={org} />
      </Form>
    </Panel>
  )
}
