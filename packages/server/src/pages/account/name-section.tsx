import { Field, Form } from '../components/form.tsx'
import type { Panel } from './account-document.tsx'
import { Section } from './section.tsx'

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
