import { newcomerCookie } from '../../../gate/accounts/newcomer-cookie.ts'
import { botCheck, busy, isBotCheckAsked } from '../../../gate/bot-check/bot-check.ts'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { DATA_INPUTS, dataChecks, typedData } from '../../../gate/data/pages/typed-data.ts'
import { writableBy } from '../../../gate/data/rights.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, destinationOf, withReturn } from '../../../gate/pages/after-credentials.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { BotCheck, busyWords } from '../../../gate/pages/bot-check.tsx'
import { address, checkFields, filled, name, newPassword } from '../../../gate/pages/check-fields.ts'
import { ForApp } from '../../../gate/pages/for-app.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import { arrivalOf } from '../../../gate/pages/page-hooks.ts'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { hasMailSender } from '../../../platform/config/refusals.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ACTION_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { ProviderButtons } from '../../providers/index.ts'
import { mailSignUpCode } from '../flows/mail-sign-up-code.ts'
import { provedRegister, register } from '../flows/register.ts'
import { signUpWithCode } from '../flows/sign-up-with-code.ts'
import { CONFIRM, SignUpWithCode } from './sign-up-with-code.tsx'

const FIELDS = {
  invalid_email: 'email',
  email_not_allowed: 'email',
  email_already_exists: 'email',
  name_required: 'name',
  ...passwordRefusedAt('password'),
} as const

export const signUpPage = (looks: Looks): Hosted => ({
  path: pagePaths.signUp,
  for: 'anybody',
  shownAgain: ['name', 'email', 'ticket', 'code', DATA_INPUTS],

  show: (visit) => page(visit, looks, visit.typed[ACTION_FIELD] === CONFIRM ? visit.typed['ticket'] : undefined),

  actions: {
    async signUp(call) {
      const asked = writableBy(call.deps.config.data.fields, 'newcomer')
      // Where accounts cannot be made, the route says so before any field is found wrong.
      const { enableEmailPassword, allowPublic } = call.deps.config.registration
      const isOpen = enableEmailPassword && allowPublic
      if (isOpen) checkFields(call, { name, email: address, password: newPassword, ...dataChecks(asked, true) })
      const { name: called, email, password } = call.fields
      const verdict = isOpen ? await botCheck(call, PURPOSE) : 'unasked'
      if (verdict === 'without-script') return page(call, looks, await ticketFor(call))
      const body = { name: called, email, password, data: typedData(asked, call.fields), returnTo: call.query['returnTo'] }
      const answer = await call.run(verdict === 'proved' ? provedRegister : register, { body })
      const redirect = afterCredentials(call, answer)
      if (!('requiresVerification' in answer)) return redirect
      return new Redirect(redirect.location, { ...redirect.cookies, newcomer: newcomerCookie(call.deps, answer.user.id) })
    },

    async [CONFIRM](call) {
      const asked = writableBy(call.deps.config.data.fields, 'newcomer')
      checkFields(call, { code: filled, name, password: newPassword, ...dataChecks(asked, true) })
      const { ticket, code, name: called, password } = call.fields
      const data = typedData(asked, call.fields)
      const body = { ticket, code, name: called, password, confirmPassword: password, data }
      return afterCredentials(call, await call.run(signUpWithCode, { body }))
    },
  },
})

async function page(visit: Visit, looks: Looks, ticket: string | undefined) {
  const { enableEmailPassword, allowPublic } = visit.deps.config.registration
  if (!enableEmailPassword) return undefined
  if (visit.caller) return new Redirect(destinationOf(visit), { kept: visit.caller.session })
  const view = viewOf(visit)
  const { t } = view
  const frame = { view, visit, looks, hasBotCheck: allowPublic && ticket === undefined && isBotCheckAsked(visit) }
  if (ticket !== undefined)
    return card({ ...frame, title: t.checkMail.title }, <SignUpWithCode view={view} visit={visit} ticket={ticket} />)
  const arrival = await arrivalOf(visit)
  return card(
    { ...frame, title: t.signUp.title },
    <>
      {allowPublic && <ForApp visit={visit} words={t.signUp.forApp} named={arrival?.app} />}
      {allowPublic ? <Newcomer view={view} visit={visit} email={arrival?.email} /> : <InviteOnly view={view} visit={visit} />}
      <p class="aside">
        {t.signUp.haveAccount} <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.signIn.submit}</a>
      </p>
    </>,
  )
}

const PURPOSE = 'sign-up'

/** Without a mail sender there is nothing but to wait. */
async function ticketFor(call: Submission): Promise<string> {
  if (!hasMailSender(call.deps.config)) throw busy(call)
  const { ticket } = await call.run(mailSignUpCode, { body: { email: call.fields['email'] } })
  return ticket
}

function Newcomer({ view, visit, email }: PageProps & { readonly email: string | undefined }) {
  const { t } = view
  const words = { email_already_exists: <Taken view={view} visit={visit} />, ...busyWords({ view, visit }) }
  const withoutScript = hasMailSender(visit.deps.config) ? t.signUp.mailFirst : t.signUp.wait
  const form = { view, visit, action: 'signUp', fields: FIELDS, words }
  return (
    <>
      <Form form={form} submit={t.signUp.submit}>
        <Field form={form} name="name" label={t.common.name} autocomplete="name" isFirst />
        <Field form={form} name="email" label={t.common.email} type="email" autocomplete="username" value={email} />
        <NewPasswordField form={form} name="password" label={t.common.password} />
        <DataFields form={form} fields={writableBy(visit.deps.config.data.fields, 'newcomer')} isSignUp />
        <Agreement view={view} />
        <BotCheck view={view} visit={visit} purpose={PURPOSE} withoutScript={withoutScript} />
      </Form>
      <ProviderButtons view={view} visit={visit} />
    </>
  )
}

/** The links carry the address in their fragment, which no server log sees. */
function Taken({ view: { t }, visit }: PageProps) {
  const { returnTo } = visit.query
  const fragment = `#${new URLSearchParams({ email: visit.typed['email'] ?? '' })}`
  return (
    <>
      {t.errors.email_already_exists} <a href={withReturn(pagePaths.signIn, returnTo) + fragment}>{t.signIn.submit}</a>
      {' · '}
      <a href={withReturn(pagePaths.forgotPassword, returnTo) + fragment}>{t.signIn.forgot}</a>
    </>
  )
}

const InviteOnly = ({ view: { t }, visit }: PageProps) => (
  <>
    <p>{t.signUp.inviteOnly}</p>
    {visit.deps.config.registration.enableInvite && (
      <p>
        <ButtonLink href={pagePaths.invite} words={t.signUp.haveInvite} isQuiet />
      </p>
    )}
  </>
)
