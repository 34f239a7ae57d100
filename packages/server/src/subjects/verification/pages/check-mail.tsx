import { mailboxCookie, mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
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

/** The page is the same for every address, so that it does not tell which addresses have an account. */
export const checkMailPage = (looks: Looks): Hosted => ({
  path: pagePaths.checkMail,
  for: 'anybody',
  shownAgain: ['code', 'email', 'leaving'],

  async show(visit) {
    if (visit.query['for'] === 'reset' && !hasPasswords(visit.deps.config)) return undefined
    const question = otherAccountQuestion(visit, looks) ?? (await wrongPasswordQuestion(visit, looks))
    if (question) return question
    const view = viewOf(visit)
    const Waiting = visit.query['for'] === 'reset' ? ForReset : ForVerification
    return card({ view, visit, looks, title: view.t.checkMail.title }, <Waiting view={view} visit={visit} />)
  },

  actions: {
    ...verifyActions(looks),

    sendAgain: (call) => mailAgain(call, 'verification', (body) => call.run(requestVerification, { body })),
    resetAgain: (call) => mailAgain(call, 'reset', (body) => call.run(forgotPassword, { body })),
  },
})

type RequestMail = (body: { readonly email: string; readonly returnTo: string | undefined }) => Promise<unknown>

async function mailAgain(call: Submission, awaited: Awaited, request: RequestMail): Promise<Redirect> {
  const { returnTo } = call.query
  const email = call.fields['email'] ?? mailboxOf(call.deps, call.cookies.mailbox, awaited) ?? ''
  checkFields({ ...call, fields: { email } }, { email: address })
  await request({ email, returnTo })
  const query = new URLSearchParams({ for: awaited, done: 'again', ...(returnTo !== undefined && { returnTo }) })
  return new Redirect(`${pagePaths.checkMail}?${query}`, { mailbox: mailboxCookie(call.deps, email, awaited) })
}

/** Undefined for a visitor who comes from a provider, for example: the address in the cookie may then be another one. */
const knownFor = ({ deps, cookies, query }: Visit, awaited: Awaited): string | undefined =>
  query['for'] === awaited ? mailboxOf(deps, cookies.mailbox, awaited) : undefined

function ForVerification({ view, visit }: PageProps) {
  const { t } = view
  const { allowPublic, enableEmailPassword } = visit.deps.config.registration
  const email = knownFor(visit, 'verification')
  const verify: FormState = { view, visit, action: 'verify', fields: CODE_REFUSALS }
  return (
    <>
      {!visit.failure && <Notice done={visit.query['done']} words={{ again: t.checkMail.sentAgain }} />}
      <p>{email === undefined ? t.checkMail.verification : sentence(t.checkMail.verificationTo, <Address email={email} />)}</p>
      <Form form={verify} submit={t.verifyEmail.submit}>
        <CodeField form={verify} label={t.common.code} isFirst />
      </Form>
      <Again
        form={{ view, visit, action: 'sendAgain' }}
        email={email}
        submit={t.checkMail.sendAgain}
        otherAddressPage={allowPublic && enableEmailPassword ? pagePaths.signUp : pagePaths.signIn}
      />
    </>
  )
}

function ForReset({ view, visit }: PageProps) {
  const { t } = view
  const email = knownFor(visit, 'reset')
  const notices = { again: t.checkMail.resetSentAgain, reverted: t.lifecycle.revert.done, ended: t.lifecycle.notMe.done }
  const form = { view, visit, action: 'resetAgain' }
  return (
    <>
      {!visit.failure && <Notice done={visit.query['done']} words={notices} />}
      <p>{email === undefined ? t.checkMail.reset : sentence(t.checkMail.resetFor, <Address email={email} />)}</p>
      <Again form={form} email={email} submit={t.checkMail.sendReset} otherAddressPage={pagePaths.forgotPassword} />
    </>
  )
}

interface AgainProps {
  readonly form: FormState
  readonly email: string | undefined
  readonly submit: string
  readonly otherAddressPage: string
}

function Again({ form, email, submit, otherAddressPage }: AgainProps) {
  const { checkMail, common } = form.view.t
  return (
    <>
      <h2>{checkMail.again}</h2>
      <p class="hint">{checkMail.lookAround}</p>
      <Form form={form} submit={submit} tone="quiet">
        {email === undefined && <Field form={form} name="email" label={common.email} type="email" autocomplete="username" />}
      </Form>
      {email !== undefined && (
        <p class="aside">
          <a href={withReturn(otherAddressPage, form.visit.query['returnTo'])}>{checkMail.wrongAddress}</a>
        </p>
      )}
    </>
  )
}
