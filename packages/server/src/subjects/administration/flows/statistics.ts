import { Type } from 'typebox'
import { dayCountersIn } from '../../../gate/audit/tables/day-counters.ts'
import { endpoint } from '../../../gate/deps.ts'
import { wholeNumber } from '../../../gate/views/fields.ts'
import { DAY_MS, timestamp } from '../../../platform/kernel/clock.ts'
import { version } from '../../../platform/kernel/version.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { invitesIn } from '../../invites/index.ts'
import { activeUsers, reachOf } from '../steps/active-users.ts'
import { Statistics } from '../views/statistics-view.ts'

const PERIODS = [7, 30, 90]
const PERIOD = 30
const FIGURES = { signUps: 'sign-up', signIns: 'sign-in', failedSignIns: 'sign-in-failed' } as const

/** The days are counted with the events of the log, so that deleting an account does not change the figures. */
export const statistics = endpoint({
  route: 'GET /admin/statistics',
  summary:
    'How many accounts and open invites there are, how many accounts are active, the sign-ups and sign-ins of the last days (UTC), and how the service is',
  auth: 'admin',
  scope: 'none',
  limit: 'general',
  query: Type.Object({ days: wholeNumber('How many days to look back on, today included.', { enum: PERIODS, default: PERIOD }) }),
  reply: Statistics,
  errors: ['invalid_input'],

  async handle({ query, deps: { store, clock, config, limitsHit }, fail }) {
    const length = query.days === undefined ? PERIOD : PERIODS.find((one) => String(one) === query.days)
    if (length === undefined) throw fail('invalid_input', { message: `days must be one of ${PERIODS.join(', ')}.` })
    const now = clock.now()
    const first = Math.floor(now / DAY_MS) - length + 1
    const earlier = first - length
    const totals = new Map<string, ReadonlyMap<number, number>>()
    for (const [name, figure] of Object.entries(FIGURES)) totals.set(name, await dayCountersIn(store).since(figure, earlier))
    const on = (day: number, name: keyof typeof FIGURES): number => totals.get(name)?.get(day) ?? 0
    const days = Array.from({ length }, (_, index) => first + index)
    const sum = (name: keyof typeof FIGURES): number => days.reduce((all, day) => all + on(day - length, name), 0)
    const { retention } = config.audit
    const { waiting, oldestAt } = await outboxIn(store).backlog()
    return {
      accounts: await dayCountersIn(store).accounts(),
      pendingInvites: await invitesIn(store).countPending(now),
      activeUsers: await activeUsers(store, Math.floor(now / DAY_MS), reachOf(retention)),
      days: days.map((day) => ({
        day: timestamp(day * DAY_MS).slice(0, 10),
        signUps: on(day, 'signUps'),
        signIns: on(day, 'signIns'),
        failedSignIns: on(day, 'failedSignIns'),
      })),
      previous:
        reachOf(retention) < 2 * length
          ? null
          : { signUps: sum('signUps'), signIns: sum('signIns'), failedSignIns: sum('failedSignIns') },
      mail: { waiting, oldestAt: oldestAt === undefined ? null : timestamp(oldestAt) },
      limitsHit: { count: limitsHit.count, since: timestamp(limitsHit.since) },
      version: version(),
    }
  },
})
