import { DATA_INPUTS } from '../../../gate/data/pages/typed-data.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, Panel } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'
import { DataSection, saveOwnData } from '../../data/index.ts'
import {
  AFTER_PROOF,
  cancelPendingEmailChange,
  confirmOwnChange,
  EmailSection,
  pendingChangeOf,
  requestEmailChange,
} from '../../email-change/index.ts'
import { confirmProved, sendVerification } from '../../verification/index.ts'
import { rename } from '../flows/rename.ts'
import { setLanguage } from '../flows/set-language.ts'

export const profilePage = (looks: Looks): Hosted => ({
  path: pagePaths.account,
  for: 'people',
  shownAgain: ['name', 'email', 'code', DATA_INPUTS],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ profile }) => profile,
      content: async (panel) => (
        <>
          <NameSection {...panel} />
          <EmailSection {...panel} pending={await pendingChangeOf(visit)} />
          {await DataSection(panel)}
          <LanguageSection {...panel} />
        </>
      ),
    }),

  actions: {
    async rename({ run, fields: { name } }) {
      await run(rename, { body: { name } })
      return new Redirect(doneAt('name', 'name'))
    },

    saveData: saveOwnData,

    async setLanguage({ run, fields: { language } }) {
      await run(setLanguage, { body: { language } })
      return new Redirect(doneAt('language', 'language'))
    },

    async changeEmail(call) {
      checkFields(call, { email: address })
      await call.run(requestEmailChange, { body: { email: call.fields['email'] } })
      return new Redirect(doneAt('email', 'change-requested'))
    },

    confirmEmailChange: confirmOwnChange,

    async cancelEmailChange({ run }) {
      await run(cancelPendingEmailChange)
      return new Redirect(doneAt('email', 'change-cancelled'))
    },

    async confirmProved({ run }) {
      await run(confirmProved)
      return new Redirect(AFTER_PROOF)
    },

    verify: (call) => sendVerification(call, AFTER_PROOF),
  },
})

function NameSection({ view, visit, me }: Panel) {
  const words = view.t.account.name
  const failure = { fields: { validation_error: 'name' }, words: { validation_error: words.wrong } }
  const form = { view, visit, action: 'rename', ...failure }
  return (
    <Section id="name" title={words.title} visit={visit} notices={{ name: words.done }}>
      <Form form={form} submit={words.submit} tone="quiet">
        <Field form={form} name="name" label={view.t.common.name} value={me.name} autocomplete="name" isTitled />
      </Form>
    </Section>
  )
}

const languages = Object.entries(catalogues).map(([value, { languageName }]) => ({ value, words: languageName, language: value }))

function LanguageSection({ view, visit }: Panel) {
  const words = view.t.account.language
  const form = { view, visit, action: 'setLanguage' } as const
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
