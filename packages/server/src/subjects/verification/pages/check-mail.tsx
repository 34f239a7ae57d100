import { mailboxCookie, mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { withReturn } from '../../../gate/pages/with-return.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Notice } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { forgotPassword } from '../../passwords/index.ts'
import { requestVerification } from '../flows/request-verification.ts'
import { otherAccountQuestion } from './other-account.tsx'
import { wrongPasswordQuestion } from './password-question.tsx'
import { verifyActions } from './verify-action.ts'
import { CODE_REFUSALS } from './verify-email.tsx'

type Awaited = 'verification' | 'reset'

/**
 * `/check-your-mail`: for visitors who wait for a mail. The address is the one that was typed in this browser, and the page is the
 * same for every one, so it does not tell whether there is an account.
 */
export const checkMailPage = (looks: Looks): Hosted => ({
  path: pagePaths.checkMail,
  for: 'anybody',
  shownAgain: ['code', 'email', 'leaving'],

  async show(visit) {
    const question = otherAccountQuestion(visit, looks) ?? (await wrongPasswordQuestion(visit, looks))
    if (question) return question
    const view = viewOf(visit)
    const { title } = view.t.checkMail
    const Waiting = visit.query['for'] === 'reset' ? ForReset : ForVerification
    return card({ view, visit, looks, title }, <Waiting view={view} visit={visit} />)
  },

  actions: {
    ...verifyActions(looks),

    async sendAgain(call) {
      const email = addressIn(call, 'verification')
      await call.run(requestVerification, { body: { email, returnTo: call.query['returnTo'] } })
      return sent(call, 'verification', email)
    },

    async resetAgain(call) {
      const email = addressIn(call, 'reset')
      await call.run(forgotPassword, { body: { email, returnTo: call.query['returnTo'] } })
      return sent(call, 'reset', email)
    },
  },
})

/** What was typed, or else what is known here. */
function addressIn(call: Submission, awaited: Awaited): string {
  const email = call.fields['email'] ?? mailboxOf(call.deps, call.cookies.mailbox, awaited) ?? ''
  checkFields({ ...call, fields: { email } }, { email: address })
  return email
}

function sent({ deps, query: { returnTo } }: Submission, awaited: Awaited, email: string): Redirect {
  const facts = { for: awaited, done: 'again', ...(returnTo !== undefined && { returnTo }) }
  const mailbox = mailboxCookie(deps, email, awaited)
  return new Redirect(`${pagePaths.checkMail}?${new URLSearchParams(facts)}`, { mailbox })
}

/** Undefined for a visitor who comes from elsewhere, a provider for one: then it may be another address. */
const knownFor = ({ deps, cookies, query }: Visit, awaited: Awaited): string | undefined =>
  query['for'] === awaited ? mailboxOf(deps, cookies.mailbox, awaited) : undefined

function ForVerification({ view, visit }: PageProps) {
  const { t } = view
  const { allowPublic, enableEmailPassword } = visit.deps.config.registration
  const email = knownFor(visit, 'verification')
  const verify: FormState = { view, visit, action: 'verify', fields: CODE_REFUSALS }
  const again: FormState = { view, visit, action: 'sendAgain' }
  return (
    <>
      {!visit.failure && <Notice done={visit.query['done']} words={{ again: t.checkMail.sentAgain }} />}
      <p>{email === undefined ? t.checkMail.verification : sentence(t.checkMail.verificationTo, <Address email={email} />)}</p>
      <Form form={verify} submit={t.verifyEmail.submit}>
        <CodeField form={verify} label={t.common.code} isFirst />
      </Form>
      <Again
        form={again}
        email={email}
        submit={t.checkMail.sendAgain}
        otherAddress={allowPublic && enableEmailPassword ? pagePaths.signUp : pagePaths.signIn}
      />
    </>
  )
}

function ForReset({ view, visit }: PageProps) {
  const { t } = view
  const email = knownFor(visit, 'reset')
  const { revert, notMe } = t.lifecycle
  const news = { again: t.checkMail.resetSentAgain, reverted: revert.done, ended: notMe.done }
  const again: FormState = { view, visit, action: 'resetAgain' }
  return (
    <>
      {!visit.failure && <Notice done={visit.query['done']} words={news} />}
      <p>{email === undefined ? t.checkMail.reset : sentence(t.checkMail.resetFor, <Address email={email} />)}</p>
      <Again form={again} email={email} submit={t.checkMail.sendReset} otherAddress={pagePaths.forgotPassword} />
    </>
  )
}

interface AgainProps {
  readonly form: FormState
  readonly email: string | undefined
  readonly submit: string
  /** Where another one is typed. */
  readonly otherAddress: string
}

/** Another mail: to the address that is known, or to the one that is typed here. */
function Again({ form, email, submit, otherAddress }: AgainProps) {
  const { view, visit } = form
  const { checkMail, common } = view.t
  return (
    <>
      <h2>{checkMail.again}</h2>
      <p class="hint">{checkMail.lookAround}</p>
      <Form form={form} submit={submit} tone="quiet">
        {email === undefined && <Field form={form} name="email" label={common.email} type="email" autocomplete="username" />}
      </Form>
      {email !== undefined && (
        <p class="aside">
          <a href={withReturn(otherAddress, visit.query['returnTo'])}>{checkMail.wrongAddress}</a>
        </p>
      )}
    </>
  )
}
