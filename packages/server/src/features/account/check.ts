import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { User, userView } from '../../core/views/user-view.ts'

/** For pages that look different when the visitor is signed in: never an error, never a refresh. */
export const check = endpoint({
  route: 'GET /auth/check',
  summary: 'Who is signed in, if anybody',
  auth: 'optional',
  limit: 'general',
  ofCallerAlone: true,
  reply: Type.Object({ user: Type.Union([User, Type.Null()]) }),
  errors: [],

  async handle({ caller }) {
    return { user: caller ? userView(caller.account) : null }
  },
})
