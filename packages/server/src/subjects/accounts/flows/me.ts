import { endpoint } from '../../../gate/deps.ts'
import { Me, meView } from '../../../gate/views/me-view.ts'

/** The hot path: everything it answers came with the one query that recognised the session. */
export const me = endpoint({
  route: 'GET /auth/me',
  summary: 'Who is signed in',
  auth: 'session',
  signedOut: 'unauthorized',
  limit: 'general',
  reply: Me,
  ofCallerAlone: true,
  errors: [],

  async handle({ caller }) {
    return meView(caller.account, caller.session)
  },
})
