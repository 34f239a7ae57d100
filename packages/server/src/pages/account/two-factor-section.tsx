import { Ask } from '../components/ask.tsx'
import { Check } from '../components/check.tsx'
import { Field, Form } from '../components/form.tsx'
import type { Panel } from './account-document.tsx'
import { OwnerField } from './owner-field.tsx'
import { Section } from './section.tsx'

/** The second step of signing in: on, off, or not for its owner to decide. */
export function TwoFactorSection({ view, visit, me }: Panel) {
  const words = view.t.account.twoFactor
  const isRequired = visit.deps.config.twoFactor.requireEmail2fa
  const isOn = isRequired || me.twoFactorEnabled
  return (
    <Section
      id="two-factor"
      title={words.title}
      lead={isRequired ? words.required : words.lead}
      visit={visit}
      state={<span class={isOn ? 'tag good' : 'tag'}>{isOn ? words.on : words.off}</span>}
      notices={{ 'two-factor-on': words.enabled, 'two-factor-off': words.disabled }}
    >
      {!isRequired && !me.hasPassword && (
        <p>
          <a href="#password">{words.needsPassword}</a>
        </p>
      )}
      {!isRequired && me.hasPassword && <Switch view={view} visit={visit} me={me} />}
    </Section>
  )
}

function Switch({ view, visit, me: { email, twoFactorEnabled: isOn } }: Panel) {
  const { t } = view
  const words = t.account.twoFactor
  const form = {
    view,
    visit,
    action: isOn ? 'disableTwoFactor' : 'enableTwoFactor',
    fields: { invalid_credentials: 'password', two_factor_password_required: 'password' },
    words: { invalid_credentials: t.errors.wrong_password },
  } as const
  return (
    <Ask
      summary={isOn ? words.askDisable : words.askEnable}
      title={isOn ? words.disableTitle : words.enableTitle}
      isOpen={visit.failure?.action === form.action}
      {...(isOn && { tone: 'danger' })}
    >
      <Form form={form} submit={isOn ? words.disable : words.enable} tone={isOn ? 'danger' : 'plain'} hasCancel>
        {isOn && <p>{words.consequence}</p>}
        <OwnerField email={email} />
        <Field form={form} name="password" label={t.common.password} type="password" autocomplete="current-password" />
        {!isOn && <Check form={form} name="keepOtherSessions" label={words.keep} hint={words.keepHint} />}
      </Form>
    </Ask>
  )
}
