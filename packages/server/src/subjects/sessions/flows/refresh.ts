import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { presentedRefresh } from '../../../gate/sessions/presented-refresh.ts'
import { refreshSession } from '../../../gate/sessions/refresh-session.ts'
import { SessionView, sessionView } from '../../../gate/views/session-view.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

/** A refresh cookie that does not work is cleared together with the session cookie; without a refresh cookie nothing changes. */
export const refresh = endpoint({
  route: 'POST /auth/refresh',
  summary: 'Trade the refresh cookie for a fresh pair',
  auth: 'none',
  limit: 'redeem',
  reply: Type.Object({ session: SessionView }),
  errors: ['invalid_refresh', 'invalid_refresh_token', 'refresh_expired', 'session_revoked', 'max_lifetime_exceeded'],

  async handle(call) {
    const presented = presentedRefresh(call.cookies)
    if (presented === undefined) throw call.fail('invalid_refresh')
    const refreshed = await refreshSession(call, presented)
    if (!refreshed.ok) throw call.fail(refreshed.code, { endsSession: true })
    return new Answer({ session: sessionView(refreshed.caller.session) }, { session: refreshed.cookies })
  },
})
