import type { Panel } from '../../../gate/pages/account/account-document.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Form } from '../../../platform/pages/components/form.tsx'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'

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
