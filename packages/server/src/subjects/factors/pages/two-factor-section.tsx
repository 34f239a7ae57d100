import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { Section } from '../../../gate/pages/account/section.tsx'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { type FactorsPanel, hasStrongFactor } from './factors-panel.ts'
import { addedNotices, EndOthers } from './other-devices.tsx'

/** Where a stronger factor is asked for, mailed codes are not sent, unless the operator wants them beside it. */
export function TwoFactorSection({ view, visit, me, factors }: FactorsPanel) {
  const { account, security } = view.t
  const words = account.twoFactor
  const { requireEmail2fa, emailBeside } = visit.deps.config.twoFactor
  const isSilenced = hasStrongFactor(factors) && !emailBeside
  const isRequired = requireEmail2fa && !isSilenced
  const isOn = isRequired || factors.email.enabled
  const canSwitch = me.hasPassword || !hasPasswords(visit.deps.config)
  if (isSilenced && !isOn && visit.query['done'] !== 'two-factor-off') return null
  return (
    <Section
      id="two-factor"
      title={words.title}
      lead={isSilenced ? security.email.silenced : isRequired ? words.required : words.lead}
      visit={visit}
      state={<span class={isOn ? 'tag good' : 'tag'}>{isOn ? words.on : words.off}</span>}
      notices={{ ...addedNotices(view, 'two-factor-on', words.enabled), 'two-factor-off': words.disabled }}
      resumes={{
        actions: ['enableTwoFactor', 'disableTwoFactor'],
        words: me.hasPassword ? security.passwordAgain : security.resumed,
      }}
    >
      {!isRequired && !canSwitch && (
        <p>
          <a href="#password">{words.needsPassword}</a>
        </p>
      )}
      {!isRequired && canSwitch && <Switch view={view} visit={visit} me={me} factors={factors} />}
    </Section>
  )
}

function Switch({ view, visit, me: { email, hasPassword }, factors }: FactorsPanel) {
  const { t } = view
  const isOn = factors.email.enabled
  const words = t.account.twoFactor
  const fields = { invalid_credentials: 'password', two_factor_password_required: 'password' }
  const errors = { invalid_credentials: t.errors.wrong_password }
  const form: FormState = { view, visit, action: isOn ? 'disableTwoFactor' : 'enableTwoFactor', fields, words: errors }
  return (
    <ConfirmPanel
      summary={isOn ? words.askDisable : words.askEnable}
      title={isOn ? words.disableTitle : words.enableTitle}
      isOpen={isOpen(visit, form.action)}
      {...(isOn && { tone: 'danger' })}
    >
      <Form form={form} submit={isOn ? words.disable : words.enable} tone={isOn ? 'danger' : 'plain'} hasCancel>
        {isOn && <p>{hasStrongFactor(factors) ? t.security.email.strongConsequence : words.consequence}</p>}
        {hasPassword && (
          <>
            <OwnerField email={email} />
            <Field form={form} name="password" label={t.common.password} type="password" autocomplete="current-password" />
          </>
        )}
        {!isOn && <EndOthers form={form} />}
      </Form>
    </ConfirmPanel>
  )
}
