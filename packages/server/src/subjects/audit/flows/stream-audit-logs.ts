import { Type } from 'typebox'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { wholeNumber } from '../../../gate/views/fields.ts'
import { StreamedEvent, streamedEvent } from '../streaming/streamed-event.ts'

const AT_ONCE = 500
/** Less than proxies wait for an answer. */
const MOST_WAIT_S = 50
/** Within what a number holds exactly. */
const LONGEST = 15

/**
 * Read by number, nothing is missed and nothing comes twice: a number is given once, in the order in which transactions that seal are
 * committed. Nothing of the database is held while a caller waits, and who has lost the right meanwhile is told nothing.
 */
export const streamAuditLogs = endpoint({
  route: 'GET /admin/audit-logs/stream',
  summary: 'The sealed log from a number on, one event to a line; ask again with the number of the last line',
  auth: 'admin',
  scope: 'audit:read',
  limit: 'general',
  isLines: true,
  query: Type.Object({
    after: wholeNumber('The number of the last line that you have; all that is kept unless given.', { minimum: 0 }),
    wait: wholeNumber('How many seconds to wait where there is none yet.', { minimum: 0, maximum: MOST_WAIT_S, default: 0 }),
  }),
  reply: Type.Array(StreamedEvent, { description: 'At most 500 events, in the order of their numbers.' }),
  errors: ['invalid_input'],

  async handle(call) {
    const { query, deps, caller, whenGone, fail } = call
    const { after, wait = '0' } = query
    if ([after, wait].some((text) => text !== undefined && !/^\d+$/.test(text)) || (after ?? '').length > LONGEST)
      throw fail('invalid_input', { message: 'after and wait must be whole numbers.' })
    const from = after === undefined ? 0 : Number(after) + 1
    const size = (await headIn(deps.store).find())?.size ?? 0
    if (from > size)
      throw fail('invalid_input', { message: `after is further than the log, which has ${size} events: it was restored.` })
    const waitMs = Math.min(Number(wait), MOST_WAIT_S) * 1000
    if (from < size || waitMs === 0) return (await sealedEventsIn(deps.store).list(from, AT_ONCE)).map(streamedEvent)
    const who = 'key' in caller ? caller.key.id : caller.account.id
    await deps.logWatch.wait({ who, beyond: from, isOver: deps.isStopping, whenGone }, waitMs)
    const events = await inTransaction(call, async (tx) => {
      await lockActor(tx)
      return sealedEventsIn(tx).list(from, AT_ONCE)
    })
    return events.map(streamedEvent)
  },
})
