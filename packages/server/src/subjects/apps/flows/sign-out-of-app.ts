import { Type } from 'typebox'
import { requireSession } from '../../../gate/access/require-session.ts'
import { signOut } from '../../../gate/access/sign-out.ts'
import { type Caller, type Context, type Deps, endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { type Call, Redirect } from '../../../platform/kernel/endpoint.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import type { ForwardApp } from '../forward-app.ts'
import { isOwnPage } from '../steps/own-page.ts'
import { readQuestion } from '../steps/read-question.ts'
import { recogniseVisitor } from '../steps/recognise-visitor.ts'
import { pageOfApp, seesOwnCookies } from '../steps/sign-in-address.ts'

const Wanted = Type.Object({ returnTo: parameter('A path of the application.') })

/**
 * The page that asks, on the service's own host. Where the session has ended just now, that page clears the cookies there, which the
 * application's host cannot, and leads back without a question.
 */
const signOutAddress = (config: Deps['config'], app: ForwardApp, path: string | undefined): string =>
  `${servedAddress(config.server, pagePaths.signOut)}?${new URLSearchParams({ returnTo: pageOfApp(config, app, path) })}`

/** A link must not act: the visitor is asked on the service's own host. */
export const leaveApp = endpoint({
  route: 'GET /.latchkey/sign-out',
  summary: 'Ask to sign out, from an application behind a proxy',
  auth: 'none',
  limit: 'general',
  isOnAppHost: true,
  redirects: 'everybody',
  query: Wanted,
  reply: Type.Object({}),
  errors: ['app_not_allowed'],

  async handle({ query: { returnTo }, question, deps: { config }, fail }) {
    const app = question && readQuestion(config.forwardAuth.apps, question)?.app
    if (!app) throw fail('app_not_allowed')
    return new Redirect(signOutAddress(config, app, returnTo))
  },
})

/** The application's origin need not be one that may call us, so it is compared here and not by the check of all routes. */
export const signOutOfApp = endpoint({
  route: 'POST /.latchkey/sign-out',
  summary: 'Sign out, from a page of an application behind a proxy',
  auth: 'none',
  limit: 'general',
  isOnAppHost: true,
  isForeignForm: true,
  endsSession: true,
  redirects: 'everybody',
  query: Wanted,
  body: Wanted,
  reply: Type.Object({}),
  errors: ['app_not_allowed', 'origin_not_allowed'],

  async handle(call) {
    const { body, query, question, deps, fail } = call
    const app = question && readQuestion(deps.config.forwardAuth.apps, question)?.app
    if (!app) throw fail('app_not_allowed')
    if (!isOwnPage(app, question)) throw fail('origin_not_allowed')
    const caller = await callerOf(call, app)
    if (caller) await signOut(call, caller)
    const isSecure = app.origin.startsWith('https:')
    return new Redirect(signOutAddress(deps.config, app, body.returnTo ?? query.returnTo), { app: { isSecure, session: 'end' } })
  },
})

/** By the service's own cookies also a session that only its refresh cookie keeps alive, which would otherwise go on. */
async function callerOf(call: Context & Pick<Call<Deps, Caller>, 'cookies' | 'stranger'>, app: ForwardApp) {
  if (!seesOwnCookies(call.deps.config, new URL(app.origin))) return (await recogniseVisitor(call, app, call.stranger()))?.caller
  const found = await requireSession(call, call.cookies)
  return 'caller' in found ? found.caller : undefined
}
