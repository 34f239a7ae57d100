import type { Static } from 'typebox'
import { Section } from '../../../gate/pages/account/section.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import type { beginTotp } from '../flows/begin-totp.ts'
import { TotpField } from './factor-fields.tsx'
import type { FactorsPanel } from './factors-panel.ts'

/** An app that shows codes: set up, waiting for its first code, or there. */
export function TotpSection({ view, visit, factors }: FactorsPanel) {
  const { security } = view.t
  const words = security.totp
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
      notices={{ totp: words.done, 'totp-removed': words.removed }}
      resumes={{ actions: ['beginTotp', 'confirmTotp', 'removeTotp'], words: security.resumed }}
    >
      {['beginTotp', 'removeTotp'].map((action) => (
        <Refusal key={action} form={{ view, visit, action }} />
      ))}
      {isWaiting && <FirstCode view={view} visit={visit} lead={words.enterAgain} />}
      {totp === null ? (
        <Begin view={view} visit={visit} submit={isWaiting ? words.startAgain : words.setUp} />
      ) : (
        <Remove view={view} visit={visit} totp={totp} />
      )}
    </Section>
  )
}

/** The secret is in the answer to this form and nowhere else, so each time there is another one. */
const Begin = ({ view, visit, submit }: PageProps & { readonly submit: string }) => (
  <ButtonForm form={{ view, visit, action: 'beginTotp' }} submit={submit} />
)

function Remove({ view, visit, totp }: PageProps & { readonly totp: NonNullable<FactorsPanel['factors']['totp']> }) {
  const { security } = view.t
  const words = security.totp
  return (
    <>
      <p class="line">
        <Ago view={view} label={security.added} at={totp.createdAt} />
        {totp.lastUsedAt !== null && <Ago view={view} label={security.lastUsed} at={totp.lastUsedAt} />}
      </p>
      <Ask summary={words.ask} title={words.askTitle} tone="danger" isOpen={visit.failure?.action === 'removeTotp'}>
        <p>
          {words.consequence} {security.othersEnd}
        </p>
        <ButtonForm form={{ view, visit, action: 'removeTotp' }} submit={words.remove} tone="danger" hasCancel />
      </Ask>
    </>
  )
}

function FirstCode({ view, visit, lead }: PageProps & { readonly lead: string }) {
  const { security } = view.t
  const form: FormState = { view, visit, action: 'confirmTotp', fields: { two_factor_code_invalid: 'code' } }
  return (
    <>
      <p>{lead}</p>
      <Form form={form} submit={security.totp.confirm}>
        <Check form={form} name="keepOtherSessions" label={security.keep} />
        <TotpField form={form} label={security.totp.code} />
      </Form>
    </>
  )
}

/** The answer to the form that begins: the one time that the secret is seen. */
export function TotpSetUp({ view, visit, begun }: PageProps & { readonly begun: Static<typeof beginTotp.reply> }) {
  const words = view.t.security.totp
  // The picture has a name for those who do not see it.
  const picture = begun.qr.replace('<svg ', `<svg aria-label="${words.picture}" `)
  return (
    <Section id="totp" title={words.setUpTitle} visit={visit}>
      <p>{words.scan}</p>
      {/* Our own drawing, of numbers alone, under a name of ours. */}
      <div class="qr" dangerouslySetInnerHTML={{ __html: picture }} />
      <p>{words.typeKey}</p>
      <code class="secret">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      <FirstCode view={view} visit={visit} lead={words.enterCode} />
    </Section>
  )
}
