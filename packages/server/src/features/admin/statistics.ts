import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { timestamp } from '../../kernel/clock.ts'

const DAY_MS = 86_400_000
const DAYS = 30

/** One event each: a sign-in that owes a second factor is noted once it has passed it, every other one at once. */
const SIGN_INS = ['login.success', 'admin.login.success', 'oauth.login'] as const

/** What the dashboard shows. The days come from the audit log, so that they outlive the accounts they speak of. */
export const statistics = endpoint({
  route: 'GET /admin/statistics',
  summary: 'How many accounts and open invites there are, and the sign-ups and sign-ins of the last 30 days (UTC)',
  auth: 'admin',
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
    const counts = await store.audit.countByDay(['user.registered', ...SIGN_INS], first * DAY_MS)
    const sum = (day: number, types: readonly string[]): number =>
      counts.reduce((total, one) => (one.day === day && types.includes(one.type) ? total + one.total : total), 0)
    const days = Array.from({ length: DAYS }, (_, index) => {
      const day = first + index
      return { day: timestamp(day * DAY_MS).slice(0, 10), signUps: sum(day, ['user.registered']), signIns: sum(day, SIGN_INS) }
    })
    return { accounts: await store.accounts.count(), pendingInvites: await store.invites.countPending(now), days }
  },
})
