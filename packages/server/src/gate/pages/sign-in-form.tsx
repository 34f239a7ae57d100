import { ButtonLink } from '../../platform/pages/components/button-link.tsx'
import { Field, Form } from '../../platform/pages/components/form.tsx'
import { pagePaths } from '../page-paths.ts'
import { hasPasswords } from '../passwords/has-passwords.ts'
import { withReturn } from './after-credentials.ts'
import { passkeySignIn } from './page-hooks.ts'
import type { PageProps } from './view.ts'

interface SignInFormProps extends PageProps {
  /** Known already, so that only the password is left to type. */
  readonly email?: string | undefined
  /** The address of the page may name an address to sign in with. */
  readonly isLinkedTo?: boolean
  /** Where a visitor goes on who has to choose a new password first. */
  readonly returnTo: string | undefined
}

/** With a password or a passkey, on the page of all and on that of administrators. */
export function SignInForm({ view, visit, email, isLinkedTo = false, returnTo }: SignInFormProps) {
  const { t } = view
  const passkeys = passkeySignIn()
  if (!hasPasswords(visit.deps.config)) return <WithoutPasswords view={view} visit={visit} returnTo={returnTo} />
  const form = { view, visit, action: 'signIn', fields: { invalid_credentials: 'password' } } as const
  return (
    <>
      <Form form={form} submit={t.signIn.submit}>
        <Field
          form={form}
          name="email"
          label={t.common.email}
          type="email"
          autocomplete={passkeys?.isOn(visit.deps) ? 'username webauthn' : 'username'}
          value={email}
          {...(isLinkedTo && { fromLink: 'email' })}
          isFirst={email === undefined}
        />
        <Field
          form={form}
          name="password"
          label={t.common.password}
          type="password"
          autocomplete="current-password"
          isFirst={email !== undefined}
        />
      </Form>
      {passkeys?.form({ view, visit })}
      <p class="aside">
        <a href={withReturn(pagePaths.forgotPassword, returnTo)}>{t.signIn.forgot}</a>
      </p>
    </>
  )
}

const WithoutPasswords = ({ view, visit, returnTo }: Pick<SignInFormProps, 'view' | 'visit' | 'returnTo'>) => (
  <>
    {passkeySignIn()?.form({ view, visit })}
    <p>
      <ButtonLink href={withReturn(pagePaths.signIn, returnTo)} words={view.t.mailedSignIn.byCode} isQuiet />
    </p>
  </>
)
