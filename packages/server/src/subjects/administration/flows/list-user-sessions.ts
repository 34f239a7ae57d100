import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { UserSessionView, userSessionView } from '../../../gate/views/session-view.ts'
import { findUser } from './get-user.ts'

export const listUserSessions = endpoint({
  route: 'GET /admin/users/{id}/sessions',
  params: { id: 'The account.' },
  summary: 'The live sessions of an account',
  auth: 'admin',
  scope: 'users:read',
  limit: 'general',
  query: Type.Object(pageQuery),
  reply: Type.Object({ sessions: listOf(UserSessionView, 'The sessions that have not ended, newest first.'), ...pageFields }),
  errors: ['invalid_input', 'user_not_found'],

  async handle({ params, query, deps: { store, clock }, fail }) {
    const page = pageIn(query)
    const account = await findUser(store, params.id)
    if (!account) throw fail('user_not_found')
    const now = clock.now()
    const sessions = await sessionsIn(store).list(account.id, now, page.limit, page.offset)
    return { sessions: sessions.map(userSessionView), total: await sessionsIn(store).count(account.id, now), ...page }
  },
})
