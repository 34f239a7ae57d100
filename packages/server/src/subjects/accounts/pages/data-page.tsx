import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { checkFields, password } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { deletionWords } from '../../../gate/pages/page-hooks.ts'
import type { Hosted, Panel } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { deleteWithPassword } from '../flows/delete-with-password.ts'
import { requestDeletion } from '../flows/request-deletion.ts'
import { ExportSection, exportFile } from './export-section.tsx'

export const dataPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountData,
  for: 'people',
  downloads: ['export'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ data }) => data,
      content: (panel) => (
        <>
          <ExportSection {...panel} />
          <DeletionSection {...panel} />
        </>
      ),
    }),

  actions: {
    export: exportFile,

    async deleteAccount(call) {
      checkFields(call, { password })
      await call.run(deleteWithPassword, { body: { password: call.fields['password'] } })
      return new Redirect(`${pagePaths.signedOut}?done=deleted`)
    },

    async requestDeletion({ run }) {
      await run(requestDeletion)
      return new Redirect(pagePaths.deleteAccount)
    },
  },
})

function DeletionSection({ view, visit, me }: Panel) {
  const { account, security } = view.t
  const words = account.deletion
  const action = me.hasPassword ? 'deleteAccount' : 'requestDeletion'
  const form: FormState = { view, visit, action, fields: { wrong_password: 'password' }, words: deletionWords({ view, visit }) }
  return (
    <Section
      id="delete"
      title={words.title}
      lead={words.lead}
      visit={visit}
      tone="danger"
      resumes={{ actions: ['deleteAccount'], words: me.hasPassword ? security.passwordAgain : security.resumed }}
    >
      <ConfirmPanel summary={words.ask} title={words.title} tone="danger" isOpen={isOpen(visit, action)}>
        <p>{words.consequence}</p>
        <ul>
          {words.losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <Form form={form} submit={me.hasPassword ? words.submit : words.sendCode} tone="danger" hasCancel>
          {me.hasPassword ? (
            <>
              <OwnerField email={me.email} />
              <Field form={form} name="password" label={view.t.common.password} type="password" autocomplete="current-password" />
            </>
          ) : (
            <p>{words.withCode}</p>
          )}
        </Form>
      </ConfirmPanel>
    </Section>
  )
}
