import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import { readQuestion } from '../steps/read-question.ts'
import { pageOfApp } from '../steps/sign-in-address.ts'

const NONCE_TTL_MS = 600_000

/** The nonce is a cookie of the application's host, so that the ticket works only in the browser that has begun here. */
export const startApp = endpoint({
  route: 'GET /.latchkey/start',
  summary: 'Begin to sign in to an application on another host',
  auth: 'none',
  limit: 'general',
  isOnAppHost: true,
  redirects: 'everybody',
  query: Type.Object({ returnTo: parameter('A path of the application.') }),
  reply: Type.Object({}),
  errors: ['app_not_allowed'],

  async handle({ query, question, cookies, deps: { config, clock }, fail }) {
    const app = question && readQuestion(config.forwardAuth.apps, question)?.app
    if (!app) throw fail('app_not_allowed')
    const isSecure = app.origin.startsWith('https:')
    const before = isSecure ? cookies.appNonce : cookies.plainAppNonce
    // Several tabs begin at once when a browser is opened again: with a nonce each, only the last tab could be signed in.
    const nonce = before !== undefined && isToken(before) ? before : newToken()
    const path = pageOfApp(config, app, query.returnTo).slice(app.origin.length)
    const facts = { app: app.origin, path, nonce: hashToken(nonce) }
    return new Redirect(`${servedAddress(config.server, pagePaths.appSession)}?${new URLSearchParams(facts)}`, {
      app: { isSecure, nonce: { token: nonce, expiresAt: clock.now() + NONCE_TTL_MS } },
    })
  },
})
