import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import type { PageProps, Panel } from '../../../gate/pages/view.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { type Entry, ProviderMark } from '../../providers/index.ts'

export function PasswordSection({ view, visit, me, linked }: Panel & { readonly linked: readonly Entry[] }) {
  const words = view.t.account.password
  const isJustChanged = visit.query['done'] === 'password' && !visit.failure
  return (
    <Section
      id="password"
      title={words.title}
      visit={visit}
      notices={{ password: words.done, 'password-set': words.firstDone }}
      resumes={{ actions: ['changePassword'], words: view.t.security.passwordAgain }}
    >
      {isJustChanged && linked.length > 0 && <StillLinked view={view} visit={visit} list={linked} />}
      {me.hasPassword ? <ChangePassword view={view} visit={visit} me={me} /> : <FirstPassword view={view} visit={visit} />}
    </Section>
  )
}

function ChangePassword({ view, visit, me }: Panel) {
  const words = view.t.account.password
  const fields = { wrong_password: 'oldPassword', ...passwordRefusedAt('newPassword') }
  const form = { view, visit, action: 'changePassword', fields }
  return (
    <ConfirmPanel summary={words.ask} title={words.askTitle} isOpen={isOpen(visit, form.action)}>
      <Form form={form} submit={words.submit} hasCancel>
        <p>{words.consequence}</p>
        <OwnerField email={me.email} />
        <Field form={form} name="oldPassword" label={words.old} type="password" autocomplete="current-password" />
        <NewPasswordField form={form} name="newPassword" label={view.t.common.newPassword} />
      </Form>
    </ConfirmPanel>
  )
}

function FirstPassword({ view, visit }: PageProps) {
  const words = view.t.account.password
  return (
    <>
      <p>{words.none}</p>
      <p class="hint">{words.setHint}</p>
      <Form form={{ view, visit, action: 'requestPassword' }} submit={words.set} tone="quiet" />
    </>
  )
}

/** A stranger who had the old password may have linked a provider, which opens the account after the change as well. */
function StillLinked({ view, visit, list }: PageProps & { readonly list: readonly Entry[] }) {
  const words = view.t.account.providers
  const form = { view, visit, action: 'unlink' }
  return (
    <>
      <p>{words.stillLinked}</p>
      <ul class="things">
        {list.map(({ name, label }) => (
          <li key={name}>
            <p class="thing" id={`still-${name}`}>
              <ProviderMark visit={visit} name={name} />
              <b>
                <bdi>{label}</bdi>
              </b>
            </p>
            <ButtonForm form={form} submit={words.unlink} hidden={{ provider: name }} describedBy={`still-${name}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
