import type { Panel } from '../../../gate/pages/account/account-document.tsx'
import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { LastOwner } from '../../organisations/pages/last-owner.tsx'

/** The end of the account. It is confirmed with the password, or by a code in the mail where there is none. */
export function DeletionSection({ view, visit, me }: Panel) {
  const { common, account } = view.t
  const words = account.deletion
  const action = me.hasPassword ? 'deleteAccount' : 'requestDeletion'
  const form: FormState = {
    view,
    visit,
    action,
    fields: { wrong_password: 'password' },
    words: { cannot_remove_last_owner: <LastOwner view={view} visit={visit} /> },
  }
  return (
    <Section id="delete" title={words.title} lead={words.lead} visit={visit} tone="danger">
      <Ask summary={words.ask} title={words.title} tone="danger" isOpen={visit.failure?.action === action}>
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
              <Field form={form} name="password" label={common.password} type="password" autocomplete="current-password" />
            </>
          ) : (
            <p>{words.withCode}</p>
          )}
        </Form>
      </Ask>
    </Section>
  )
}
