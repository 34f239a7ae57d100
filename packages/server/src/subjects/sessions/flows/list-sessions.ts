import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { listOf, textField } from '../../../gate/views/fields.ts'
import { OwnSessionView, ownSessionView } from '../../../gate/views/session-view.ts'

export const listSessions = endpoint({
  route: 'GET /auth/sessions',
  summary: 'The live sessions of the account, newest first',
  auth: 'session',
  limit: 'general',
  query: Type.Object(pageQuery),
  reply: Type.Object({
    sessions: listOf(OwnSessionView, 'The sessions that have not ended, newest first.'),
    ...pageFields,
    currentSessionId: textField('The session that asks.'),
  }),
  errors: ['invalid_input'],

  async handle({ query, caller, deps: { store, clock } }) {
    const page = pageIn(query)
    const now = clock.now()
    const sessions = await sessionsIn(store).list(caller.account.id, now, page.limit, page.offset)
    const total = await sessionsIn(store).count(caller.account.id, now)
    return { sessions: sessions.map(ownSessionView), total, ...page, currentSessionId: caller.session.id }
  },
})
