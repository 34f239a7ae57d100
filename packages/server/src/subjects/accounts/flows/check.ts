import { endpoint } from '../../../gate/deps.ts'
import { CheckView, checkView } from '../../../gate/views/check-view.ts'

/** Public pages ask this on every load, so a visitor without a session is no error, and no session is refreshed. */
export const check = endpoint({
  route: 'GET /auth/check',
  summary: 'Who is signed in, if anybody',
  auth: 'optional',
  limit: 'general',
  isAskedByServers: true,
  ofCallerAlone: true,
  reply: CheckView,
  errors: [],

  handle: async ({ caller }) => checkView(caller),
})
