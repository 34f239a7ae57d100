import { endpoint } from '../../../gate/deps.ts'
import { CheckView, checkView } from '../../../gate/views/check-view.ts'

/** For pages that look different when the visitor is signed in: never an error, never a refresh. */
export const check = endpoint({
  route: 'GET /auth/check',
  summary: 'Who is signed in, if anybody',
  auth: 'optional',
  limit: 'general',
  isAskedByServers: true,
  ofCallerAlone: true,
  reply: CheckView,
  errors: [],

  async handle({ caller }) {
    return checkView(caller)
  },
})
