import type { SecondFactor } from '../../../gate/factors/second-factors.ts'
import { PasskeyForm, WithoutPasskeys, WithPasskeys } from '../../../gate/pages/passkey-form.tsx'
import { ResendForm } from '../../../gate/pages/resend-form.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { humanDuration } from '../../../platform/kernel/human-duration.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { LinkedValue } from '../../../platform/pages/components/linked-value.tsx'
import { Notice } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { RecoveryField, TotpField } from './factor-fields.tsx'
import { OtherWays } from './other-ways.tsx'

interface SecondStepProps extends PageProps {
  readonly challengeId: string | undefined
  readonly methods: readonly SecondFactor[]
  readonly chosen: SecondFactor
  /** Where the code went, as far as this browser may know. */
  readonly mailbox: string | undefined
  readonly canTrust: boolean
  /** Where one begins anew. */
  readonly door: string
}

/** One way to complete the sign-in, and the links to the others. */
export function SecondStep(props: SecondStepProps) {
  const { view, visit, challengeId, methods, chosen, door } = props
  const Way = WAYS[chosen]
  return (
    <>
      <Way {...props} />
      <OtherWays {...{ view, visit, methods, chosen }} {...(challengeId !== undefined && { facts: { challengeId } })} />
      <p class="aside">
        <a href={door}>{view.t.twoFactor.startAgain}</a>
      </p>
    </>
  )
}

const typedForm = ({ view, visit }: SecondStepProps): FormState => ({
  view,
  visit,
  action: 'verify',
  fields: { two_factor_code_invalid: 'code' },
})

/** Before what is sent by itself: there is no time for it afterwards. */
function Trust({ form, visit, canTrust }: Pick<SecondStepProps, 'canTrust' | 'visit'> & { readonly form: FormState }) {
  const { view } = form
  const { factors } = view.t
  if (!canTrust) return null
  const time = humanDuration(visit.deps.config.twoFactor.trustedTtl, view.locale)
  return <Check form={form} name="trustDevice" label={factors.trust(time)} hint={factors.trustHint} />
}

function ByMail(props: SecondStepProps) {
  const { view, visit, challengeId, methods, canTrust } = props
  const { t } = view
  const { query, failure } = visit
  const form = typedForm(props)
  return (
    <>
      {!failure && <Notice done={query['done']} words={{ resent: t.twoFactor.resent }} />}
      <Lead {...props} />
      {challengeId === undefined && (
        <noscript>
          <Alert>{t.twoFactor.needsPage}</Alert>
        </noscript>
      )}
      <Form form={form} submit={t.twoFactor.submit} {...(methods.length > 1 && { hidden: { method: 'email' } })}>
        <LinkedValue name="challengeId" value={challengeId} />
        <Trust form={form} visit={visit} canTrust={canTrust} />
        <CodeField
          form={form}
          label={t.common.code}
          hint={failure?.code === 'two_factor_code_invalid' ? t.twoFactor.sameBrowser : undefined}
          digits={6}
          isFirst
        />
      </Form>
      <ResendForm view={view} visit={visit} challengeId={challengeId} />
    </>
  )
}

function Lead({ view: { t }, visit, mailbox, challengeId }: SecondStepProps) {
  const { lead, leadTo, leadFromMail, alreadySent, alreadySentTo } = t.twoFactor
  if (challengeId === undefined) return <p>{leadFromMail}</p>
  const isBefore = visit.query['sent'] === 'before'
  if (mailbox === undefined) return <p>{isBefore ? alreadySent : lead}</p>
  return <p>{sentence(isBefore ? alreadySentTo : leadTo, <bdi>{mailbox}</bdi>)}</p>
}

function ByTotp(props: SecondStepProps) {
  const { t } = props.view
  const form = typedForm(props)
  return (
    <>
      <p>{t.factors.totpLead}</p>
      <Form form={form} submit={t.twoFactor.submit} hidden={{ challengeId: props.challengeId, method: 'totp' }}>
        <Trust form={form} visit={props.visit} canTrust={props.canTrust} />
        <TotpField form={form} />
      </Form>
    </>
  )
}

function ByRecovery(props: SecondStepProps) {
  const { t } = props.view
  const form = typedForm(props)
  return (
    <>
      <p>{t.factors.recoveryLead}</p>
      <Form form={form} submit={t.twoFactor.submit} hidden={{ challengeId: props.challengeId, method: 'recovery' }}>
        <RecoveryField form={form} />
        <Trust form={form} visit={props.visit} canTrust={props.canTrust} />
      </Form>
    </>
  )
}

function ByPasskey({ view, visit, challengeId, canTrust }: SecondStepProps) {
  const { factors } = view.t
  const words = { two_factor_code_invalid: factors.passkey.refused }
  const form: FormState = { view, visit, action: 'verifyPasskey', fields: {}, words }
  return (
    <>
      <WithPasskeys>
        <p>{factors.passkeyLead}</p>
        <PasskeyForm
          form={form}
          does="get"
          options="/auth/2fa/passkey/options"
          submit={factors.passkey.submit}
          hidden={{ challengeId }}
        >
          <Trust form={form} visit={visit} canTrust={canTrust} />
        </PasskeyForm>
      </WithPasskeys>
      <WithoutPasskeys view={view} />
    </>
  )
}

const WAYS = { passkey: ByPasskey, totp: ByTotp, recovery: ByRecovery, email: ByMail } as const
