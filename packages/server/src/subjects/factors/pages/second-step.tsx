import { CODE_LENGTH } from '../../../gate/factors/code-length.ts'
import type { SecondFactor } from '../../../gate/factors/second-factors.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { PasskeyForm, WithoutPasskeys, WithPasskeys } from '../../../gate/pages/passkey-form.tsx'
import { ResendForm } from '../../../gate/pages/resend-form.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { humanDuration } from '../../../platform/kernel/human-duration.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Form, type FormState, LinkedValue } from '../../../platform/pages/components/form.tsx'
import { Notice } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { RecoveryField, TotpField } from './factor-fields.tsx'
import { OtherMethods } from './other-methods.tsx'

interface SecondStepProps extends PageProps {
  readonly challengeId: string | undefined
  readonly methods: readonly SecondFactor[]
  readonly chosen: SecondFactor
  /** The address that the code went to; undefined where this browser must not know it. */
  readonly mailbox: string | undefined
  readonly canTrust: boolean
  /** Of a code of the account's app; undefined where this browser must not know it. */
  readonly digits: number | undefined
  readonly signInPath: string
}

export function SecondStep(props: SecondStepProps) {
  const { view, visit, challengeId, methods, chosen, signInPath } = props
  const Method = METHODS[chosen]
  return (
    <>
      <Method {...props} />
      <OtherMethods {...{ view, visit, methods, chosen }} {...(challengeId !== undefined && { facts: { challengeId } })} />
      <p class="aside">
        <a href={signInPath}>{view.t.twoFactor.startAgain}</a>
      </p>
    </>
  )
}

const typedForm = ({ view, visit }: PageProps) => ({ view, visit, action: 'verify', fields: { two_factor_code_invalid: 'code' } })

function Trust({ view, visit, canTrust, form }: SecondStepProps & { readonly form: FormState }) {
  const { factors } = view.t
  if (!canTrust) return null
  const time = humanDuration(visit.deps.config.twoFactor.trustedTtl, view.locale)
  return <Check form={form} name="trustDevice" label={factors.trust(time)} hint={factors.trustHint} />
}

function ByMail(props: SecondStepProps) {
  const { view, visit, challengeId, methods } = props
  const { t } = view
  const form = typedForm(props)
  const hint = visit.failure?.code === 'two_factor_code_invalid' ? t.twoFactor.sameBrowser : undefined
  return (
    <>
      {!visit.failure && <Notice done={visit.query['done']} words={{ resent: t.twoFactor.resent }} />}
      <Lead {...props} />
      {challengeId === undefined && (
        <noscript>
          <Alert>{t.twoFactor.needsPage}</Alert>
        </noscript>
      )}
      <Form form={form} submit={t.twoFactor.submit} {...(methods.length > 1 && { hidden: { method: 'email' } })}>
        <LinkedValue name="challengeId" value={challengeId} />
        {challengeId === undefined && (
          <a href={unknownPath(visit)} data-unless-linked hidden>
            {t.twoFactor.startAgain}
          </a>
        )}
        <CodeField form={form} label={t.common.code} hint={hint} digits={CODE_LENGTH.least} isFirst />
        <Trust {...props} form={form} />
      </Form>
      <ResendForm view={view} visit={visit} challengeId={challengeId} />
    </>
  )
}

/** Only a script knows whether a link has brought the sign-in along. */
const unknownPath = ({ query: { returnTo } }: PageProps['visit']): string =>
  `${pagePaths.twoFactor}?${new URLSearchParams({ done: 'unknown', ...(returnTo !== undefined && { returnTo }) })}`

function Lead({ view: { t }, visit, mailbox, challengeId }: SecondStepProps) {
  const { lead, leadTo, leadFromMail, alreadySent, alreadySentTo } = t.twoFactor
  if (challengeId === undefined) return <p>{leadFromMail}</p>
  const isBefore = visit.query['sent'] === 'before'
  if (mailbox === undefined) return <p>{isBefore ? alreadySent : lead}</p>
  return <p>{sentence(isBefore ? alreadySentTo : leadTo, <bdi>{mailbox}</bdi>)}</p>
}

function ByEnrolledCode(props: SecondStepProps) {
  const { view, challengeId, chosen: method, digits } = props
  const { factors, twoFactor } = view.t
  const form = typedForm(props)
  return (
    <>
      <p>{method === 'totp' ? factors.totpLead(digits) : factors.recoveryLead}</p>
      <Form form={form} submit={twoFactor.submit} hidden={{ challengeId, method }}>
        {method === 'totp' ? <TotpField form={form} digits={digits} /> : <RecoveryField form={form} />}
        <Trust {...props} form={form} />
      </Form>
    </>
  )
}

function ByPasskey(props: SecondStepProps) {
  const { view, visit, challengeId } = props
  const { passkey, passkeyLead } = view.t.factors
  const words = { two_factor_code_invalid: passkey.refused }
  const form: FormState = { view, visit, action: 'verifyPasskey', fields: {}, words }
  return (
    <>
      <WithPasskeys>
        <p>{passkeyLead}</p>
        <PasskeyForm form={form} does="get" options="~/auth/2fa/passkey/options" submit={passkey.submit} hidden={{ challengeId }}>
          <Trust {...props} form={form} />
        </PasskeyForm>
      </WithPasskeys>
      <WithoutPasskeys view={view} />
    </>
  )
}

const METHODS = { passkey: ByPasskey, totp: ByEnrolledCode, recovery: ByEnrolledCode, email: ByMail }
