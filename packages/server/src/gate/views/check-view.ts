import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { Caller } from '../deps.ts'
import { Timestamp } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { User, userView } from './user-view.ts'

export const CheckView = Type.Object({
  user: Type.Union([User, Type.Null()]),
  session: Type.Union([SessionView, Type.Null()]),
  secondFactorAt: Type.Union([Timestamp, Type.Null()], { description: 'When a second factor was passed in this session.' }),
})

/** Who is signed in; all of it null without a session. */
export function checkView(caller: Caller | undefined) {
  if (!caller) return { user: null, session: null, secondFactorAt: null }
  const { account, session } = caller
  const { secondFactorAt } = session
  return {
    user: userView(account),
    session: sessionView(session),
    secondFactorAt: secondFactorAt === undefined ? null : timestamp(secondFactorAt),
  }
}
