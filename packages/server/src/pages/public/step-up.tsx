import { getStepUp } from '../../features/step-up/get-step-up.ts'
import { sendStepUpCode } from '../../features/step-up/send-step-up-code.ts'
import { stepUp } from '../../features/step-up/step-up.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { RESUMED_FIELD } from '../../kernel/hosted-page.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { OwnerField } from '../account/owner-field.tsx'
import { Address } from '../components/address.tsx'
import { CodeField } from '../components/code-field.tsx'
import { Field, Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { sentence } from '../components/sentence.ts'
import { type Hosted, type View, type Visit, viewOf } from '../view.ts'
import { destinationOf } from './after-credentials.ts'
import { checkFields, filled, password } from './check-fields.ts'

/** `/step-up`: asks a visitor who is signed in once more who they are, and leads back to what they were doing. */
export const stepUpPage = (looks: Looks): Hosted => ({
  path: pagePaths.stepUp,
  for: 'people',
  shownAgain: ['code'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const { elevatedUntil, methods } = await visit.run(getStepUp)
    if (elevatedUntil !== null) return new Redirect(destinationOf(visit))
    const form: FormState = {
      view,
      visit,
      action: 'confirm',
      fields: { invalid_credentials: 'password', two_factor_code_invalid: 'code' },
      // Whose password it is, is known here.
      words: { invalid_credentials: t.errors.wrong_password },
    }
    const email = visit.caller?.account.email ?? ''
    return document({
      view,
      visit,
      looks,
      title: t.stepUp.title,
      children: (
        <>
          <h1>{t.stepUp.title}</h1>
          <p>{t.stepUp.lead}</p>
          {methods.includes('password') ? (
            <Form form={form} submit={t.stepUp.submit}>
              <OwnerField email={email} />
              <Field
                form={form}
                name="password"
                label={t.common.password}
                type="password"
                autocomplete="current-password"
                isFirst
              />
            </Form>
          ) : (
            <ByMail form={form} email={email} />
          )}
          <p class="aside">
            <a href={cancelled(visit)}>{t.common.cancel}</a>
          </p>
        </>
      ),
    })
  },

  actions: {
    async confirm(call) {
      const { password: typed, code } = call.fields
      checkFields(call, typed === undefined ? { code: filled } : { password })
      await call.run(stepUp, { body: { password: typed, code } })
      return new Redirect(destinationOf(call))
    },

    async send(call) {
      const { codeSent } = await call.run(sendStepUpCode)
      const { returnTo } = call.query
      const facts = { sent: codeSent ? 'now' : 'before', ...(returnTo !== undefined && { returnTo }) }
      return new Redirect(`${pagePaths.stepUp}?${new URLSearchParams(facts)}`)
    },
  },
})

/** First the code is sent, then it is typed. */
function ByMail({ form, email }: { readonly form: FormState; readonly email: string }) {
  const { view, visit } = form
  const { stepUp: words, resetPassword } = view.t
  const { sent } = visit.query
  const send: FormState = { view, visit, action: 'send', fields: {} }
  const address = <Address email={email} />
  if (sent === undefined) {
    return (
      <>
        <p>{sentence(words.mailLead, address)}</p>
        <Form form={send} submit={words.send} />
      </>
    )
  }
  return (
    <>
      <p>{sentence(sent === 'now' ? words.sent : words.sentBefore, address)}</p>
      <Form form={form} submit={words.submit}>
        <CodeField form={form} label={resetPassword.codeLabel} hint={hintAfter(view, visit)} isFirst />
      </Form>
      <p class="aside">{words.again}</p>
      <Form form={send} submit={words.sendAgain} tone="quiet" />
    </>
  )
}

const hintAfter = ({ t }: View, { failure }: Visit): string | undefined =>
  failure?.code === 'two_factor_code_invalid' ? t.stepUp.sameBrowser : undefined

/** Back to where one came from, where nothing was confirmed. */
function cancelled(visit: Visit): string {
  const { publicUrl } = visit.deps.config.server
  const destination = destinationOf(visit)
  const address = new URL(destination, publicUrl)
  address.searchParams.delete(RESUMED_FIELD)
  return destination.startsWith('/') ? address.href.slice(publicUrl.length) : address.href
}
