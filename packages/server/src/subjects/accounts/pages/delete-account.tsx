import { pagePaths } from '../../../gate/page-paths.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { deletionWords } from '../../../gate/pages/page-hooks.ts'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { deleteWithCode } from '../flows/delete-with-code.ts'

const FIELDS = { delete_code_invalid: 'code', delete_code_expired: 'code', delete_code_already_used: 'code' } as const

/** The link of the mail leads here and deletes nothing by itself, because mail scanners open links: only the button does. */
export const deleteAccountPage = (looks: Looks): Hosted => ({
  path: pagePaths.deleteAccount,
  for: 'people',
  shownAgain: ['code'],

  async show(visit) {
    const view = viewOf(visit)
    const { title, consequence, losses, submit } = view.t.account.deletion
    const form: FormState = { view, visit, action: 'delete', fields: FIELDS, words: deletionWords({ view, visit }) }
    return card(
      { view, visit, looks, title },
      <>
        <p>{sentence(view.t.deleteAccount.account, <Address email={visit.caller?.account.email ?? ''} />)}</p>
        <p>
          <strong>{consequence}</strong>
        </p>
        <ul>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <Form form={form} submit={submit} tone="danger">
          <CodeField form={form} label={view.t.resetPassword.codeLabel} />
        </Form>
        <p class="aside">
          <a href={pagePaths.accountData}>{view.t.deleteAccount.keep}</a>
        </p>
      </>,
    )
  },

  actions: {
    async delete(call) {
      checkFields(call, { code: filled })
      await call.run(deleteWithCode, { body: { code: call.fields['code'] } })
      return new Redirect(`${pagePaths.signedOut}?done=deleted`)
    },
  },
})
