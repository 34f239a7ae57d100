import { Type } from 'typebox'
import type { Caller } from '../deps.ts'
import { timeOrNull, timeOrNullField } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { User, userView } from './user-view.ts'

export const CheckView = Type.Object({
  user: Type.Union([User, Type.Null()], { description: 'Who is signed in; null without a session.' }),
  session: Type.Union([SessionView, Type.Null()], { description: 'Their session; null without one.' }),
  secondFactorAt: timeOrNullField('When a second factor was passed in this session; null where none was.'),
})

export function checkView(caller: Caller | undefined) {
  if (!caller) return { user: null, session: null, secondFactorAt: null }
  const { account, session } = caller
  return { user: userView(account), session: sessionView(session), secondFactorAt: timeOrNull(session.secondFactorAt) }
}
