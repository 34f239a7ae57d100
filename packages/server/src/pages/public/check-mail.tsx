import { requestVerification } from '../../features/verification/request-verification.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { CodeField } from '../components/code-field.tsx'
import { Field, Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { Notice } from '../components/notice.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../view.ts'
import { otherAccountQuestion } from './other-account.tsx'
import { verifyAction } from './verify-action.ts'
import { CODE_REFUSALS } from './verify-email.tsx'
import { withReturn } from './with-return.ts'

/** `/check-your-mail`: for visitors who wait for a mail. It knows no address, so it does not tell whether there is an account. */
export const checkMailPage = (looks: Looks): Hosted => ({
  path: pagePaths.checkMail,
  for: 'anybody',
  shownAgain: ['code', 'email'],

  async show(visit) {
    const question = otherAccountQuestion(visit, looks)
    if (question) return question
    const view = viewOf(visit)
    const { title } = view.t.checkMail
    const Waiting = visit.query['for'] === 'reset' ? ForReset : ForVerification
    return document({
      view,
      visit,
      looks,
      title,
      children: (
        <>
          <h1>{title}</h1>
          <Waiting view={view} visit={visit} />
        </>
      ),
    })
  },

  actions: {
    verify: verifyAction,

    async sendAgain(call) {
      const { email } = call.fields
      const { returnTo } = call.query
      await call.run(requestVerification, { body: { email, returnTo } })
      const facts = { for: 'verification', done: 'again', ...(returnTo !== undefined && { returnTo }) }
      return new Redirect(`${pagePaths.checkMail}?${new URLSearchParams(facts)}`)
    },
  },
})

interface Shown {
  readonly view: View
  readonly visit: Visit
}

function ForVerification({ view, visit }: Shown) {
  const { t } = view
  const verify: FormState = { view, visit, action: 'verify', fields: CODE_REFUSALS }
  const again: FormState = { view, visit, action: 'sendAgain', fields: {} }
  return (
    <>
      <Notice done={visit.query['done']} words={{ again: t.checkMail.sentAgain }} />
      <p>{t.checkMail.verification}</p>
      <Form form={verify} submit={t.verifyEmail.submit}>
        <CodeField form={verify} label={t.common.code} isFirst />
      </Form>
      <h2>{t.checkMail.again}</h2>
      <p class="hint">{t.checkMail.lookAround}</p>
      <Form form={again} submit={t.checkMail.sendAgain} tone="quiet">
        <Field form={again} name="email" label={t.common.email} type="email" autocomplete="username" />
      </Form>
    </>
  )
}

function ForReset({ view: { t }, visit }: Shown) {
  return (
    <>
      <p>{t.checkMail.reset}</p>
      <h2>{t.checkMail.again}</h2>
      <p class="hint">{t.checkMail.lookAround}</p>
      <p class="aside">
        <a href={withReturn(pagePaths.forgotPassword, visit.query['returnTo'])}>{t.checkMail.resetAgain}</a>
      </p>
    </>
  )
}
