import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { Timestamp } from '../../core/views/fields.ts'
import { SessionView, sessionView } from '../../core/views/session-view.ts'
import { User, userView } from '../../core/views/user-view.ts'
import { timestamp } from '../../kernel/clock.ts'

/** For pages that look different when the visitor is signed in: never an error, never a refresh. */
export const check = endpoint({
  route: 'GET /auth/check',
  summary: 'Who is signed in, if anybody',
  auth: 'optional',
  limit: 'general',
  ofCallerAlone: true,
  reply: Type.Object({
    user: Type.Union([User, Type.Null()]),
    session: Type.Union([SessionView, Type.Null()]),
    secondFactorAt: Type.Union([Timestamp, Type.Null()], { description: 'When a second factor was passed in this session.' }),
  }),
  errors: [],

  async handle({ caller }) {
    if (!caller) return { user: null, session: null, secondFactorAt: null }
    const { account, session } = caller
    const { secondFactorAt } = session
    return {
      user: userView(account),
      session: sessionView(session),
      secondFactorAt: secondFactorAt === undefined ? null : timestamp(secondFactorAt),
    }
  },
})
