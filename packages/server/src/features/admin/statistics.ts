import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { DAY_MS, timestamp } from '../../kernel/clock.ts'

const DAYS = 30

/** What the dashboard shows. The days are counted with the events of the log, so that they outlive the accounts they speak of. */
export const statistics = endpoint({
  route: 'GET /admin/statistics',
  summary: 'How many accounts and open invites there are, and the sign-ups and sign-ins of the last 30 days (UTC)',
  auth: 'admin',
  scope: 'none',
  limit: 'general',
  reply: Type.Object({
    accounts: Type.Integer(),
    pendingInvites: Type.Integer(),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), signUps: Type.Integer(), signIns: Type.Integer() }), {
      description: 'The oldest first, today last.',
    }),
  }),
  errors: [],

  async handle({ deps: { store, clock } }) {
    const now = clock.now()
    const first = Math.floor(now / DAY_MS) - DAYS + 1
    const signUps = await store.dayCounters.since('sign-up', first)
    const signIns = await store.dayCounters.since('sign-in', first)
    const days = Array.from({ length: DAYS }, (_, index) => {
      const day = first + index
      const date = timestamp(day * DAY_MS).slice(0, 10)
      return { day: date, signUps: signUps.get(day) ?? 0, signIns: signIns.get(day) ?? 0 }
    })
    return { accounts: await store.dayCounters.accounts(), pendingInvites: await store.invites.countPending(now), days }
  },
})
