import type { Panel } from '../../../gate/pages/account/account-document.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'

export function NameSection({ view, visit, me }: Panel) {
  const words = view.t.account.name
  const form = {
    view,
    visit,
    action: 'rename',
    fields: { validation_error: 'name' },
    words: { validation_error: words.wrong },
  } as const
  return (
    <Section id="name" title={words.title} visit={visit} notices={{ name: words.done }}>
      <Form form={form} submit={words.submit} tone="quiet">
        <Field form={form} name="name" label={view.t.common.name} value={me.name} autocomplete="name" />
      </Form>
    </Section>
  )
}
