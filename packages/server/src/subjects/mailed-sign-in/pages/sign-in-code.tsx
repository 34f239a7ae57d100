import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { hasProof, isBotCheckAsked } from '../../../gate/bot-check/bot-check.ts'
import { mailboxCookie, mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { DATA_INPUTS, dataChecks, typedData } from '../../../gate/data/pages/typed-data.ts'
import { writableBy } from '../../../gate/data/rights.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, withReturn } from '../../../gate/pages/after-credentials.ts'
import { BotCheck, busyWords } from '../../../gate/pages/bot-check.tsx'
import { address, checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Notice } from '../../../platform/pages/components/notice.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { provedSignInCode, requestSignInCode } from '../flows/request-sign-in-code.ts'
import { provedVerification, verifySignInCode } from '../flows/verify-sign-in-code.ts'
import { waitingCode } from '../steps/waiting-code.ts'
import { readAsked } from '../steps/write-code.ts'
import { isOpen, type SignInCode } from '../tables/sign-in-codes.ts'

/**
 * From any page with a field for the address. All addresses lead to the same next page. A code is mail first as it is, so a proof is no
 * condition: it only counts apart.
 */
export async function sendSignInCode(call: Submission, email: string, done?: 'again'): Promise<Redirect> {
  checkFields({ ...call, fields: { email } }, { email: address })
  const { returnTo } = call.query
  const request = (await hasProof(call, 'sign-in-code')) ? provedSignInCode : requestSignInCode
  await call.run(request, { body: { email, returnTo } })
  const query = new URLSearchParams({ ...(done && { done }), ...(returnTo !== undefined && { returnTo }) })
  return new Redirect(`${pagePaths.signInCode}?${query}`, { mailbox: mailboxCookie(call.deps, email, 'sign-in') })
}

/**
 * The link of the mail leads here. In the browser that asked, a script fills in the code and leaves one button to press. Any other browser,
 * that of a mail scanner or of a reader who did not ask included, is shown the code and nothing to press.
 */
export const signInCodePage = (looks: Looks): Hosted => ({
  path: pagePaths.signInCode,
  for: 'anybody',
  shownAgain: ['code', 'email', DATA_INPUTS],

  async show(visit) {
    if (visit.deps.config.registration.emailSignIn === 'off') return undefined
    const view = viewOf(visit)
    const words = view.t.mailedSignIn
    const hasAsked = (await waitingCode(visit.deps, visit.cookies)) !== undefined
    const [title, Content] = hasAsked ? [words.title, Waiting] : [words.elsewhereTitle, Elsewhere]
    const hasBotCheck = isBotCheckAsked(visit)
    return card({ view, visit, looks, title, hasBotCheck }, <Content view={view} visit={visit} />)
  },

  actions: {
    verify,
    sendAgain: (call) => sendSignInCode(call, call.fields['email'] ?? knownAddress(call) ?? '', 'again'),
  },
})

const knownAddress = ({ deps, cookies }: Visit): string | undefined => mailboxOf(deps, cookies.mailbox, 'sign-in')

async function verify(call: Submission): Promise<Redirect> {
  const asked = writableBy(call.deps.config.data.fields, 'newcomer')
  checkFields(call, { code: filled, ...(isAnswered(call.fields) && dataChecks(asked, true)) })
  const { deps, cookies, query, fields } = call
  const waiting = await waitingCode(deps, cookies)
  const redemption = isProved(deps, waiting) ? provedVerification : verifySignInCode
  const answer = await call.run(redemption, { body: { code: fields['code'], data: typedData(asked, fields) } })
  const returnTo = query['returnTo'] ?? (waiting && readAsked(deps, waiting)?.returnTo)
  const { returnTo: _, ...others } = query
  const onward = (to: string | undefined) =>
    afterCredentials({ ...call, query: { ...others, ...(to !== undefined && { returnTo: to }) } }, answer)
  if ('requiresTwoFactor' in answer) return onward(returnTo)
  const isProver = await mailboxProofsIn(deps.store).isProver(answer.user.id, answer.session.id)
  return onward(isProver ? withReturn(pagePaths.addressProved, returnTo) : returnTo)
}

/**
 * A browser that has worked for its code comes to its end where the network is busy, too. Only while the code is open, which five wrong
 * ones end: so a proof is good for that many guesses, and no more.
 */
const isProved = (deps: Visit['deps'], waiting: SignInCode | undefined): boolean =>
  waiting !== undefined && isOpen(waiting, deps.clock.now()) && readAsked(deps, waiting)?.isProved === true

/** A newcomer is asked for more once the code was right: before, the page knows of no account. */
const isAnswered = (typed: Texts): boolean => Object.keys(typed).some((name) => name.startsWith(DATA_INPUTS))
const asksNewcomer = ({ failure, typed }: Visit): boolean => failure?.code === 'invalid_data' || isAnswered(typed)

function Waiting({ view, visit }: PageProps) {
  const { t } = view
  const words = t.mailedSignIn
  const email = knownAddress(visit)
  const failures = { fields: { code_invalid: 'code', code_expired: 'code' }, words: { invalid_data: t.data.finish.lead } }
  const form = { view, visit, action: 'verify', ...failures }
  return (
    <>
      {!visit.failure && <Notice done={visit.query['done']} words={{ again: words.sentAgain }} />}
      <p>{email === undefined ? words.sent : sentence(words.sentTo, <Address email={email} />)}</p>
      <Form form={form} submit={t.signIn.submit}>
        <CodeField form={form} label={t.common.code} hint={visit.failure ? words.onlyHere : undefined} isFirst />
        {asksNewcomer(visit) && (
          <DataFields form={form} fields={writableBy(visit.deps.config.data.fields, 'newcomer')} isSignUp />
        )}
      </Form>
      <Again view={view} visit={visit} email={email} />
    </>
  )
}

function Again({ view, visit, email }: PageProps & { readonly email: string | undefined }) {
  const { t } = view
  const form: FormState = { view, visit, action: 'sendAgain', words: busyWords({ view, visit }) }
  return (
    <>
      <p class="aside">
        {t.checkMail.again} {t.mailedSignIn.few}
      </p>
      <Form form={form} submit={t.mailedSignIn.sendAgain} tone="quiet">
        {email === undefined && <Field form={form} name="email" label={t.common.email} type="email" autocomplete="username" />}
        <BotCheck view={view} visit={visit} purpose="sign-in-code" />
      </Form>
      <p class="aside">
        {t.checkMail.wrongAddress} <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.mailedSignIn.other}</a>
      </p>
    </>
  )
}

function Elsewhere({ view: { t }, visit }: PageProps) {
  const words = t.mailedSignIn
  return (
    <>
      <p data-shows-code hidden>
        <code />
      </p>
      <p>{words.elsewhere}</p>
      <p class="aside">
        {words.didNotAsk} <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.signIn.submit}</a>
      </p>
    </>
  )
}
