import { mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { ownerOfCode } from '../../../gate/codes/owner-of-code.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { resendVerification } from '../flows/resend-verification.ts'
import { otherAccountQuestion } from './other-account.tsx'
import { wrongPasswordQuestion } from './password-question.tsx'
import { verifyActions } from './verify-action.ts'

export const CODE_REFUSALS = { code_invalid: 'code', code_expired: 'code', code_already_used: 'code' } as const

/** Tells whether the code was mailed just now, or before and still works. */
const SENT_FIELD = 'sent'

export async function sendVerification({ run }: Pick<Visit, 'run'>, returnTo: string | undefined): Promise<Redirect> {
  const { codeSent } = await run(resendVerification)
  const query = new URLSearchParams({ ...(returnTo !== undefined && { returnTo }), [SENT_FIELD]: codeSent ? 'now' : 'before' })
  return new Redirect(`${pagePaths.verifyEmail}?${query}`)
}

/** The link of the mail leads here. The code waits for a click, because mail scanners open links too. */
export const verifyEmailPage = (looks: Looks): Hosted => ({
  path: pagePaths.verifyEmail,
  for: 'anybody',
  shownAgain: ['code', 'leaving'],

  async show(visit) {
    const question = otherAccountQuestion(visit, looks) ?? (await wrongPasswordQuestion(visit, looks))
    if (question) return question
    const view = viewOf(visit)
    const Content = (await wasUsedByCaller(visit)) ? Confirmed : Waiting
    return card({ view, visit, looks, title: view.t.verifyEmail.title }, <Content view={view} visit={visit} />)
  },

  actions: { ...verifyActions(looks), sendAgain: (call) => sendVerification(call, call.query['returnTo']) },
})

/** The owner has opened the link of the mail a second time, and is not told of an error. */
async function wasUsedByCaller({ failure, caller, typed, deps }: Visit): Promise<boolean> {
  if (failure?.code !== 'code_already_used' || caller?.account.verifiedAt === undefined) return false
  return (await ownerOfCode(deps, 'email-verification', typed['code'] ?? '')) === caller.account.email
}

function Waiting({ view, visit }: PageProps) {
  const { t } = view
  const form: FormState = { view, visit, action: 'verify', fields: CODE_REFUSALS }
  const isOwner = visit.caller !== undefined && visit.caller.account.verifiedAt === undefined
  return (
    <>
      <Lead view={view} visit={visit} />
      <Form form={form} submit={t.verifyEmail.submit}>
        <CodeField form={form} label={t.common.code} isFirst />
      </Form>
      {isOwner ? (
        <Form form={{ view, visit, action: 'sendAgain' }} submit={t.checkMail.sendAgain} tone="quiet" />
      ) : (
        <p class="aside">
          {t.verifyEmail.again} <a href={askingPage(visit)}>{t.verifyEmail.sendAgain}</a>
        </p>
      )}
    </>
  )
}

function Lead({ view: { t }, visit: { query, caller } }: PageProps) {
  const { lead, sentTo, sentBeforeTo } = t.verifyEmail
  const sent = query[SENT_FIELD]
  if (sent === undefined || caller === undefined) return <p>{lead}</p>
  return <p>{sentence(sent === 'now' ? sentTo : sentBeforeTo, <Address email={caller.account.email} />)}</p>
}

const askingPage = ({ deps, cookies }: Visit): string =>
  mailboxOf(deps, cookies.mailbox, 'verification') === undefined ? pagePaths.checkMail : `${pagePaths.checkMail}?for=verification`

const Confirmed = ({ view: { t }, visit }: PageProps) => (
  <>
    <Success words={t.account.email.done} />
    <ButtonLink href={destinationOf(visit)} words={t.common.continue} />
  </>
)
