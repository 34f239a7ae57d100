import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { redeemTicket } from '../steps/app-ticket.ts'
import { readQuestion } from '../steps/read-question.ts'

/** The browser is back on the application's host with a ticket, which is exchanged for a cookie of that host. */
export const appCallback = endpoint({
  route: 'GET /.latchkey/callback',
  summary: 'Come back to an application on another host',
  auth: 'none',
  limit: 'redeem',
  isOnAppHost: true,
  isOneWay: true,
  redirects: 'everybody',
  query: Type.Object({ ticket: Type.String({ description: 'What the service has sent the browser back with.' }) }),
  reply: Type.Object({}),
  errors: ['app_not_allowed', 'invalid_ticket', 'ticket_expired', 'ticket_used'],

  async handle(call) {
    const { query, question, cookies, deps, fail } = call
    const app = question && readQuestion(deps.config.forwardAuth.apps, question)?.app
    if (!app) throw fail('app_not_allowed')
    const isSecure = app.origin.startsWith('https:')
    const redeemed = await redeemTicket(call, app.origin, query.ticket, isSecure ? cookies.appNonce : cookies.plainAppNonce)
    if ('refusal' in redeemed) throw fail(redeemed.refusal)
    return new Redirect(`${app.origin}${redeemed.path}`, { app: { isSecure, session: redeemed.session } })
  },
})
