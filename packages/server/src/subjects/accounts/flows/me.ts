import { endpoint } from '../../../gate/deps.ts'
import { Me, meView } from '../../../gate/views/me-view.ts'

/** The most frequent request: the one query that recognises the session also brings the whole answer. */
export const me = endpoint({
  route: 'GET /auth/me',
  summary: 'Who is signed in',
  auth: 'session',
  signedOut: 'unauthorized',
  limit: 'general',
  reply: Me,
  ofCallerAlone: true,
  errors: [],

  handle: async ({ caller, deps }) => meView(deps.config, caller.account, caller.session),
})
