import { Section } from '../../../gate/pages/account/section.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { CopyButton } from '../../../platform/pages/components/copy-button.tsx'
import { Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import type { TotpEnrolment } from '../steps/totp-enrolment.ts'
import { OUR_PARAMETERS } from '../totp.ts'
import { TotpField } from './factor-fields.tsx'
import { type FactorsPanel, lastFactorWords } from './factors-panel.ts'
import { addedNotices, EndOthers } from './other-devices.tsx'

export function TotpSection({ view, visit, factors }: FactorsPanel) {
  const { totp: words, resumed } = view.t.security
  const { totp } = factors
  const isWaiting = [visit.failure?.action, visit.query[RESUMED_FIELD]].includes('confirmTotp')
  if (totp === null && !visit.deps.config.twoFactor.totp) return null
  return (
    <Section
      id="totp"
      title={words.title}
      lead={words.lead}
      visit={visit}
      state={totp !== null && <span class="tag good">{words.on}</span>}
      notices={{ ...addedNotices(view, 'totp', words.done), 'totp-removed': words.removed }}
      resumes={{ actions: ['beginTotp', 'confirmTotp', 'removeTotp'], words: resumed }}
    >
      <Refusal form={{ view, visit, action: 'beginTotp' }} />
      <Refusal form={{ view, visit, action: 'removeTotp', words: lastFactorWords(view) }} />
      {isWaiting && <FirstCode view={view} visit={visit} lead={words.enterAgain} />}
      {totp === null ? (
        <ButtonForm form={{ view, visit, action: 'beginTotp' }} submit={isWaiting ? words.startAgain : words.setUp} />
      ) : (
        <Remove view={view} visit={visit} totp={totp} />
      )}
    </Section>
  )
}

function Remove({ view, visit, totp }: PageProps & { readonly totp: NonNullable<FactorsPanel['factors']['totp']> }) {
  const { totp: words, added, lastUsed, othersEnd } = view.t.security
  return (
    <>
      <p class="line">
        <Ago view={view} label={added} at={totp.createdAt} />
        {totp.lastUsedAt !== null && <Ago view={view} label={lastUsed} at={totp.lastUsedAt} />}
      </p>
      <ConfirmPanel summary={words.ask} title={words.askTitle} tone="danger" isOpen={visit.failure?.action === 'removeTotp'}>
        <p>
          {words.consequence} {othersEnd}
        </p>
        <ButtonForm form={{ view, visit, action: 'removeTotp' }} submit={words.remove} tone="danger" hasCancel />
      </ConfirmPanel>
    </>
  )
}

function FirstCode({ view, visit, lead }: PageProps & { readonly lead: string }) {
  const { security } = view.t
  const form: FormState = { view, visit, action: 'confirmTotp', fields: { two_factor_code_invalid: 'code' } }
  return (
    <>
      <p>{lead}</p>
      <Form form={form} submit={security.totp.confirm} hasCancel>
        <TotpField form={form} label={security.totp.code} digits={OUR_PARAMETERS.digits} />
        <EndOthers form={form} />
      </Form>
    </>
  )
}

type TotpSetUpProps = PageProps & { readonly enrolment: TotpEnrolment }

/** The secret is shown only here: in the answer to the form that begins, and to one with a wrong code. */
export function TotpSetUp({ view, visit, enrolment }: TotpSetUpProps) {
  const { totp: words, recovery } = view.t.security
  // Screen readers need a name for the picture.
  const picture = enrolment.qr.replace('<svg ', `<svg aria-label="${words.picture}" `)
  return (
    <Section id="totp" title={words.setUpTitle} visit={visit}>
      <p>{words.scan}</p>
      {/* The SVG is our own: numbers, and a label from our words. */}
      <div class="qr" dangerouslySetInnerHTML={{ __html: picture }} />
      <p>{words.typeKey}</p>
      <div class="row">
        <code class="secret" id="totp-key">
          {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton of="totp-key" words={recovery} />
      </div>
      <FirstCode view={view} visit={visit} lead={words.enterCode} />
    </Section>
  )
}
