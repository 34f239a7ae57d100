import type { Static } from 'typebox'
import { Section } from '../../../gate/pages/account/section.tsx'
import { PasskeyForm, WithoutPasskeys, WithPasskeys } from '../../../gate/pages/passkey-form.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import type { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { hasFailed } from '../../../platform/pages/components/form-failure.tsx'
import { addedNotices, EndOthers, lastFactorWords } from '../../factors/index.ts'
import { canSignInWithPasskey } from '../steps/relying-party.ts'
import { PasskeyRow } from './passkey-row.tsx'

type PasskeysProps = PageProps & { readonly passkeys: readonly Static<typeof PasskeyView>[] }

export function PasskeysSection({ view, visit, passkeys }: PasskeysProps) {
  const { security, errors } = view.t
  const words = security.passkeys
  const isOn = canSignInWithPasskey(visit.deps)
  const isGated = visit.caller?.account.passkeyGateAt !== undefined
  if (!isOn && passkeys.length === 0) return null
  const notices = {
    ...addedNotices(view, 'passkey-added', words.done),
    'passkey-renamed': words.renamed,
    'passkey-removed': words.removed,
    ...addedNotices(view, 'passkey-gate', words.gateDone),
    'no-passkey-gate': words.noGateDone,
  }
  return (
    <Section
      id="passkeys"
      title={words.title}
      lead={words.lead}
      visit={visit}
      notices={notices}
      resumes={{ actions: ['addPasskey', 'removePasskey', 'askForPasskey', 'stopAskingForPasskey'], words: security.resumed }}
    >
      {visit.failure?.code === 'last_sign_in_method' && view.hasPasswords ? (
        <Alert>
          {errors.last_sign_in_method} <a href="#password">{view.t.account.providers.passwordFirst}</a>
        </Alert>
      ) : (
        <Refusal form={{ view, visit, action: 'removePasskey', words: lastFactorWords(view) }} />
      )}
      {passkeys.length > 0 && (
        <ul class="things">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} view={view} visit={visit} passkey={passkey} />
          ))}
        </ul>
      )}
      {isOn && <Add view={view} visit={visit} passkeys={passkeys} />}
      {(passkeys.length > 0 || isGated) && <PasskeyGate view={view} visit={visit} isOn={isGated} />}
    </Section>
  )
}

function Add({ view, visit, passkeys }: PasskeysProps) {
  const { passkeys: words } = view.t.security
  const errors = { validation_error: words.nameWrong }
  const form: FormState = { view, visit, action: 'addPasskey', fields: { validation_error: 'name' }, words: errors }
  return (
    <>
      <WithPasskeys>
        <ConfirmPanel
          summary={words.ask}
          title={words.askTitle}
          tone={passkeys.length === 0 ? 'first' : 'plain'}
          isOpen={hasFailed(form) || visit.query['resume'] === form.action}
        >
          <PasskeyForm form={form} does="create" options="~/auth/passkeys/options" submit={words.add} hasCancel>
            <Field form={form} name="name" label={words.name} hint={words.nameHint} autocomplete="off" isOptional />
            <EndOthers form={form} />
          </PasskeyForm>
        </ConfirmPanel>
      </WithPasskeys>
      <WithoutPasskeys view={view} />
    </>
  )
}

function PasskeyGate({ view, visit, isOn }: PageProps & { readonly isOn: boolean }) {
  const { passkeys: words, othersEnd } = view.t.security
  const form: FormState = { view, visit, action: isOn ? 'stopAskingForPasskey' : 'askForPasskey' }
  return (
    <>
      {isOn && <p>{words.gateOn}</p>}
      <ConfirmPanel
        summary={isOn ? words.askNoGate : words.askGate}
        title={isOn ? words.noGateTitle : words.gate}
        isOpen={hasFailed(form)}
      >
        <Form form={form} submit={isOn ? words.noGateSubmit : words.gateSubmit} hasCancel>
          <p>{isOn ? `${words.noGateConsequence} ${othersEnd}` : words.gateConsequence}</p>
          {!isOn && <EndOthers form={form} />}
        </Form>
      </ConfirmPanel>
    </>
  )
}
