import { ChoiceField } from '../components/choice-field.tsx'
import { Form } from '../components/form.tsx'
import { catalogues } from '../words/catalogues.ts'
import type { Panel } from './account-document.tsx'
import { Section } from './section.tsx'

/** Each under the name that its speakers give it. */
const languages = Object.entries(catalogues).map(([value, { languageName }]) => ({ value, words: languageName, language: value }))

export function LanguageSection({ view, visit }: Panel) {
  const words = view.t.account.language
  const form = { view, visit, action: 'setLanguage', fields: {} } as const
  return (
    <Section id="language" title={words.title} visit={visit} notices={{ language: words.done }}>
      <Form form={form} submit={words.submit} tone="quiet">
        <ChoiceField
          form={form}
          name="language"
          label={words.label}
          value={visit.caller?.account.language}
          options={[{ value: '', words: words.automatic }, ...languages]}
        />
      </Form>
    </Section>
  )
}
