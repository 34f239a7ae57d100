import { waitingChallenge } from '../../core/factors/waiting-challenge.ts'
import { resendCode } from '../../features/two-factor/resend-code.ts'
import { verifyCode } from '../../features/two-factor/verify-code.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Alert } from '../components/alert.tsx'
import { CodeField } from '../components/code-field.tsx'
import { Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { LinkedValue } from '../components/linked-value.tsx'
import { Notice } from '../components/notice.tsx'
import { ResendForm } from '../components/resend-form.tsx'
import { sentence } from '../components/sentence.ts'
import { type Hosted, type View, type Visit, viewOf } from '../view.ts'
import { afterCredentials } from './after-credentials.ts'
import { checkFields, digits } from './check-fields.ts'
import { withReturn } from './with-return.ts'

/** After these no code can help any more. */
const DEAD: ReadonlySet<string> = new Set(['two_factor_code_expired', 'two_factor_code_already_used'])

/** `/two-factor`: the code that a sign-in still owes. Both the sign-in and the link of the mail lead here. */
export const twoFactorPage = (looks: Looks): Hosted => ({
  path: pagePaths.twoFactor,
  for: 'anybody',
  shownAgain: ['challengeId', 'code'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const challengeId = visit.typed['challengeId'] || visit.query['challengeId']
    const waiting = await waitingChallenge(visit.deps, challengeId ?? '', visit.cookies.binding)
    const end = waiting?.isGuessedOut ? t.twoFactor.guessedOut : endOf(view, visit)
    const shown = { view, visit, challengeId, mailbox: waiting?.mailbox }
    const title = end === undefined ? t.twoFactor.title : t.twoFactor.deadTitle
    return document({
      view,
      visit,
      looks,
      title,
      children: (
        <>
          <h1>{title}</h1>
          {end === undefined ? <Open {...shown} /> : <Over view={view} visit={visit} why={end} />}
        </>
      ),
    })
  },

  actions: {
    async verify(call) {
      checkFields(call, { code: digits })
      const { challengeId, code } = call.fields
      return afterCredentials(call, await call.run(verifyCode, { body: { challengeId, code } }))
    },

    async resend(call) {
      const { challengeId = '' } = call.fields
      const sent = await call.run(resendCode, { body: { challengeId } })
      const { returnTo } = call.query
      const outcome = 'error' in sent ? { done: 'unknown' } : { done: 'resent', expiresAt: sent.expiresAt }
      const facts = { challengeId, ...outcome, ...(returnTo !== undefined && { returnTo }) }
      return new Redirect(`${pagePaths.twoFactor}?${new URLSearchParams(facts)}`)
    },
  },
})

interface Shown {
  readonly view: View
  readonly visit: Visit
}

interface Waiting extends Shown {
  readonly challengeId: string | undefined
  /** Where the code went, as far as this browser may know. */
  readonly mailbox: string | undefined
}

function Open({ view, visit, challengeId, mailbox }: Waiting) {
  const { t } = view
  const { query, failure } = visit
  const form: FormState = { view, visit, action: 'verify', fields: { two_factor_code_invalid: 'code' } }
  return (
    <>
      {!failure && <Notice done={query['done']} words={{ resent: t.twoFactor.resent }} />}
      <Lead view={view} visit={visit} mailbox={mailbox} isKnown={challengeId !== undefined} />
      {challengeId === undefined && (
        <noscript>
          <Alert>{t.twoFactor.needsPage}</Alert>
        </noscript>
      )}
      <Form form={form} submit={t.twoFactor.submit}>
        <LinkedValue name="challengeId" value={challengeId} />
        <CodeField
          form={form}
          label={t.common.code}
          hint={failure?.code === 'two_factor_code_invalid' ? t.twoFactor.sameBrowser : undefined}
          digits={6}
          isFirst
        />
      </Form>
      <ResendForm view={view} visit={visit} challengeId={challengeId} />
      <p class="aside">
        <a href={doorOf(visit)}>{t.twoFactor.startAgain}</a>
      </p>
    </>
  )
}

function Lead({ view: { t }, visit, mailbox, isKnown }: Shown & Pick<Waiting, 'mailbox'> & { readonly isKnown: boolean }) {
  const { lead, leadTo, leadFromMail, alreadySent, alreadySentTo } = t.twoFactor
  if (!isKnown) return <p>{leadFromMail}</p>
  const isBefore = visit.query['sent'] === 'before'
  if (mailbox === undefined) return <p>{isBefore ? alreadySent : lead}</p>
  return <p>{sentence(isBefore ? alreadySentTo : leadTo, <bdi>{mailbox}</bdi>)}</p>
}

/** Why this sign-in cannot be completed any more; undefined while it can. */
function endOf({ t }: View, { query, failure }: Visit): string | undefined {
  if (failure) return DEAD.has(failure.code) ? t.errors[failure.code] : undefined
  return query['done'] === 'unknown' ? t.twoFactor.unknown : undefined
}

function Over({ view: { t }, visit, why }: Shown & { readonly why: string }) {
  return (
    <>
      <Alert>{why}</Alert>
      <a class="button" href={doorOf(visit)}>
        {t.twoFactor.startAgain}
      </a>
    </>
  )
}

/** Administrators have a door of their own, at which the second factor is always owed. */
const doorOf = ({ query: { returnTo } }: Visit): string => {
  const isConsole = returnTo !== undefined && /^\/console(?:[/?#]|$)/.test(returnTo)
  return withReturn(isConsole ? pagePaths.consoleSignIn : pagePaths.signIn, returnTo)
}
