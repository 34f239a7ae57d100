import { adminRefusal } from '../../core/access/require-session.ts'
import { opensByPasskey } from '../../core/access/ways-in.ts'
import { adminLogin } from '../../features/account/login.ts'
import { signInWithPasskey } from '../../features/passkeys/sign-in-with-passkey.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Field, Form } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { Note } from '../components/note.tsx'
import { PasskeySignIn } from '../components/passkey-sign-in.tsx'
import { afterCredentials, backOf } from '../public/after-credentials.ts'
import { address, checkFields, password } from '../public/check-fields.ts'
import { readPasskey } from '../public/read-passkey.ts'
import { withReturn } from '../public/with-return.ts'
import { type Hosted, type Submission, type Visit, viewOf } from '../view.ts'

/** `/console/sign-in`: the administrators' own door, at which a second factor is owed. */
export const consoleSignInPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleSignIn,
  for: 'anybody',
  shownAgain: ['email'],

  async show(visit) {
    const { caller, deps } = visit
    if (caller && !adminRefusal(deps, caller)) return new Redirect(destination(visit))
    const view = viewOf(visit)
    const { t } = view
    const words = t.console.signIn
    const hasPasskeys = opensByPasskey(deps)
    const form = { view, visit, action: 'signIn', fields: { invalid_credentials: 'password' } } as const
    return document({
      view,
      visit,
      looks,
      title: words.title,
      hasPasskeys,
      children: (
        <>
          <h1>{words.title}</h1>
          <p class="hint">{deps.config.twoFactor.disableAdminTwoFactor ? words.leadWithoutCode : words.lead}</p>
          {visit.query['notice'] === 'ended' && !visit.failure && <Note words={t.signIn.ended} />}
          <Form form={form} submit={t.signIn.submit}>
            <Field
              form={form}
              name="email"
              label={t.common.email}
              type="email"
              autocomplete={hasPasskeys ? 'username webauthn' : 'username'}
              isFirst
            />
            <Field form={form} name="password" label={t.common.password} type="password" autocomplete="current-password" />
          </Form>
          <PasskeySignIn view={view} visit={visit} />
          <p class="aside">
            <a href={withReturn(pagePaths.forgotPassword, destination(visit))}>{t.signIn.forgot}</a>
          </p>
        </>
      ),
    })
  },

  actions: {
    async signIn(call) {
      checkFields(call, { email: address, password })
      const { email, password: typed } = call.fields
      const answer = await call.run(adminLogin, { body: { email, password: typed } })
      return afterCredentials(toConsole(call), answer)
    },

    passkey: async (call) => afterCredentials(toConsole(call), await call.run(signInWithPasskey, { body: readPasskey(call) })),
  },
})

const toConsole = (call: Submission): Submission => ({ ...call, query: { ...call.query, returnTo: destination(call) } })

/** Where they came from, or the console. */
const destination = (visit: Visit): string => backOf(visit) ?? pagePaths.console
