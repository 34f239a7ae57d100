import { Type } from 'typebox'
import { ACTIVITY_TYPES } from '../../../gate/audit/events.ts'
import { activityIn } from '../../../gate/audit/tables/activity.ts'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { ActivityView, activityView } from '../../../gate/views/activity-view.ts'
import { choice, listOf } from '../../../gate/views/fields.ts'

export const listActivity = endpoint({
  route: 'GET /auth/activity',
  summary: 'What happened to the account, newest first',
  auth: 'session',
  limit: 'general',
  query: Type.Object({ ...pageQuery, type: choice(ACTIVITY_TYPES, 'What happened.') }),
  reply: Type.Object({ events: listOf(ActivityView, 'The events, newest first.'), ...pageFields }),
  errors: ['invalid_input'],

  async handle({ query, caller, deps: { store }, fail }) {
    const page = pageIn(query)
    const { type } = query
    if (type !== undefined && !/^[a-z0-9_.]{1,64}$/.test(type))
      throw fail('invalid_input', { message: 'type must be the name of an event.' })
    const filter = { accountId: caller.account.id, type }
    const { events } = await activityIn(store).list(filter, page)
    const total = await activityIn(store).count(filter)
    return { events: events.map((event) => activityView(event, caller.session.id)), total, ...page }
  },
})
