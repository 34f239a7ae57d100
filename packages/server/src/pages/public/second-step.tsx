import { humanDuration } from '../../kernel/human-duration.ts'
import type { SecondFactor } from '../../kernel/second-factors.ts'
import { Alert } from '../components/alert.tsx'
import { Check } from '../components/check.tsx'
import { CodeField } from '../components/code-field.tsx'
import { RecoveryField, TotpField } from '../components/factor-fields.tsx'
import { Form, type FormState } from '../components/form.tsx'
import { LinkedValue } from '../components/linked-value.tsx'
import { Notice } from '../components/notice.tsx'
import { OtherWays } from '../components/other-ways.tsx'
import { PasskeyForm, WithoutPasskeys, WithPasskeys } from '../components/passkey-form.tsx'
import { ResendForm } from '../components/resend-form.tsx'
import { sentence } from '../components/sentence.ts'
import type { View, Visit } from '../view.ts'

interface SecondStepProps {
  readonly view: View
  readonly visit: Visit
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
function Trust({ form, canTrust }: Pick<SecondStepProps, 'canTrust'> & { readonly form: FormState }) {
  const { view, visit } = form
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
        <Trust form={form} canTrust={canTrust} />
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
        <Trust form={form} canTrust={props.canTrust} />
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
        <Trust form={form} canTrust={props.canTrust} />
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
          <Trust form={form} canTrust={canTrust} />
        </PasskeyForm>
      </WithPasskeys>
      <WithoutPasskeys view={view} />
    </>
  )
}

const WAYS = { passkey: ByPasskey, totp: ByTotp, recovery: ByRecovery, email: ByMail } as const
