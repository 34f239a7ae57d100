import { Type } from 'typebox'
import { ownData } from '../data/own-data.ts'
import { OwnData } from '../data/schemas.ts'
import type { Caller, Deps } from '../deps.ts'
import { timeOrNull, timeOrNullField } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { User, userView } from './user-view.ts'

export const CheckView = Type.Object({
  user: Type.Union([User, Type.Null()], { description: 'Who is signed in; null without a session.' }),
  session: Type.Union([SessionView, Type.Null()], { description: 'Their session; null without one.' }),
  secondFactorAt: timeOrNullField('When a second factor was passed in this session; null where none was.'),
  data: Type.Optional(
    Type.Union([OwnData, Type.Null()], {
      description: 'Values of declared fields, only where they were asked for; null without a session.',
    }),
  ),
})

export function checkView(caller: Caller | undefined) {
  if (!caller) return { user: null, session: null, secondFactorAt: null }
  const { account, session } = caller
  return { user: userView(account), session: sessionView(session), secondFactorAt: timeOrNull(session.secondFactorAt) }
}

/** With the values that the owner sees. The account of a cached session has them, so no query is needed. */
export const checkWithData = (config: Deps['config'], caller: Caller | undefined) => ({
  ...checkView(caller),
  data: caller ? ownData(config, caller.account) : null,
})
