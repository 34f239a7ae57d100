import { Type } from 'typebox'
import type { Caller } from '../deps.ts'
import { Timestamp, timeOrNull } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { User, userView } from './user-view.ts'

export const CheckView = Type.Object({
  user: Type.Union([User, Type.Null()]),
  session: Type.Union([SessionView, Type.Null()]),
  secondFactorAt: Type.Union([Timestamp, Type.Null()], { description: 'When a second factor was passed in this session.' }),
})

export function checkView(caller: Caller | undefined) {
  if (!caller) return { user: null, session: null, secondFactorAt: null }
  const { account, session } = caller
  return { user: userView(account), session: sessionView(session), secondFactorAt: timeOrNull(session.secondFactorAt) }
}
