import { mailboxCookie, mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { BotCheck, busyWords } from '../../../gate/pages/bot-check.tsx'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import { passkeySignIn } from '../../../gate/pages/page-hooks.ts'
import type { PageProps, Submission } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'

/** In the query of the second step; the address is in a sealed cookie. */
const STEP = { step: 'prove' }

/** No account is looked up, so the next step is the same for every address. */
export async function nextStep(call: Submission): Promise<Redirect> {
  checkFields(call, { email: address })
  const { returnTo } = call.query
  const query = new URLSearchParams({ ...STEP, ...(returnTo !== undefined && { returnTo }) })
  return new Redirect(`${pagePaths.signIn}?${query}`, {
    mailbox: mailboxCookie(call.deps, call.fields['email'] ?? '', 'sign-in'),
  })
}

/** The address first, and then the ways that are open. Where a code is the only way that needs an address, it is mailed at once. */
export function SignInSteps({ view, visit, email }: PageProps & { readonly email: string | undefined }) {
  const { query, deps, cookies } = visit
  const typed = query['step'] === STEP.step ? mailboxOf(deps, cookies.mailbox, 'sign-in') : undefined
  return typed !== undefined && hasPasswords(deps.config) ? (
    <Ways view={view} visit={visit} email={typed} />
  ) : (
    <First view={view} visit={visit} email={email} />
  )
}

function First({ view, visit, email }: PageProps & { readonly email: string | undefined }) {
  const { t } = view
  const passkeys = passkeySignIn()
  const { registration } = visit.deps.config
  const isOnlyCode = !hasPasswords(visit.deps.config)
  const form: FormState = isOnlyCode
    ? { view, visit, action: 'sendCode', words: busyWords({ view, visit }) }
    : { view, visit, action: 'next' }
  return (
    <>
      <Form form={form} submit={isOnlyCode ? t.mailedSignIn.send : t.common.continue}>
        <Field
          form={form}
          name="email"
          label={t.common.email}
          type="email"
          autocomplete={passkeys?.isOn(visit.deps) ? 'username webauthn' : 'username'}
          value={email}
          fromLink="email"
          isFirst
        />
        {registration.emailSignIn === 'anybody' && registration.allowPublic && (
          <>
            <p class="hint">{t.mailedSignIn.newcomers}</p>
            <Agreement view={view} />
          </>
        )}
        {isOnlyCode && <BotCheck view={view} visit={visit} purpose="sign-in-code" />}
      </Form>
      {passkeys?.form({ view, visit })}
    </>
  )
}

/** Password managers find the entry by the address, which is sent along and not shown as a field. */
function Ways({ view, visit, email }: PageProps & { readonly email: string }) {
  const { t } = view
  const { returnTo } = visit.query
  const form: FormState = { view, visit, action: 'signIn', fields: { invalid_credentials: 'password' } }
  const code: FormState = { view, visit, action: 'sendCode', words: busyWords({ view, visit }) }
  return (
    <>
      <p>
        {sentence(t.mailedSignIn.as, <Address email={email} />)}{' '}
        <a href={withReturn(pagePaths.signIn, returnTo)}>{t.mailedSignIn.other}</a>
      </p>
      <Form form={form} submit={t.signIn.submit}>
        <input type="email" name="email" autocomplete="username" value={email} hidden readOnly />
        <Field form={form} name="password" label={t.common.password} type="password" autocomplete="current-password" isFirst />
      </Form>
      <p class="or">
        <span>{t.common.or}</span>
      </p>
      <Form form={code} submit={t.mailedSignIn.send} tone="quiet" hidden={{ email }}>
        <BotCheck view={view} visit={visit} purpose="sign-in-code" />
      </Form>
      {passkeySignIn()?.form({ view, visit })}
      <p class="aside">
        <a href={withReturn(pagePaths.forgotPassword, returnTo)}>{t.signIn.forgot}</a>
      </p>
    </>
  )
}
