import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import type { Panel } from '../../../gate/pages/view.ts'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { type Entry, Mark } from '../../providers/index.ts'

/** Another password, or the first one: that one begins with a code in the mail. */
export function PasswordSection({ view, visit, me, linked }: Panel & { readonly linked: readonly Entry[] }) {
  const words = view.t.account.password
  const isJustChanged = visit.query['done'] === 'password' && !visit.failure
  return (
    <Section id="password" title={words.title} visit={visit} notices={{ password: words.done, 'password-set': words.firstDone }}>
      {isJustChanged && linked.length > 0 && <StillLinked view={view} visit={visit} list={linked} />}
      {me.hasPassword ? <ChangePassword view={view} visit={visit} me={me} /> : <FirstPassword view={view} visit={visit} />}
    </Section>
  )
}

function ChangePassword({ view, visit, me }: Panel) {
  const { common, account } = view.t
  const words = account.password
  const form = {
    view,
    visit,
    action: 'changePassword',
    fields: { wrong_password: 'oldPassword', weak_password: 'newPassword' },
  } as const
  return (
    <Ask summary={words.ask} title={words.askTitle} isOpen={visit.failure?.action === form.action}>
      <Form form={form} submit={words.submit} hasCancel>
        <p>{words.consequence}</p>
        <OwnerField email={me.email} />
        <Field form={form} name="oldPassword" label={words.old} type="password" autocomplete="current-password" />
        <NewPasswordField form={form} name="newPassword" label={common.newPassword} />
      </Form>
    </Ask>
  )
}

function FirstPassword({ view, visit }: Omit<Panel, 'me'>) {
  const words = view.t.account.password
  const form = { view, visit, action: 'requestPassword' } as const
  return (
    <>
      <p>{words.none}</p>
      <p class="hint">{words.setHint}</p>
      <Form form={form} submit={words.set} tone="quiet" />
    </>
  )
}

/**
 * What still opens an account whose password has just been changed: a stranger who had the old one may have linked
 * something of theirs.
 */
function StillLinked({ view, visit, list }: Omit<Panel, 'me'> & { readonly list: readonly Entry[] }) {
  const words = view.t.account.providers
  const form = { view, visit, action: 'unlink' } as const
  return (
    <>
      <p>{words.stillLinked}</p>
      <ul class="things">
        {list.map(({ name, label }) => (
          <li key={name}>
            <p class="thing" id={`still-${name}`}>
              <Mark visit={visit} name={name} />
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
