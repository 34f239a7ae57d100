import { type Event, type History, isBefore, isDone, mayBeBetween, type Op } from './history.ts'
import { hasOrder } from './linearize.ts'
import type { Violation } from './violation.ts'

const CHANGES: readonly Op[] = ['promote', 'demote', 'ban', 'unban', 'delete-user', 'delete-account']
const ACTS: readonly Op[] = ['promote', 'demote', 'ban', 'unban', 'delete-user', 'reset-factors']

/** At every moment somebody could administer the service, and only administrators did. */
export function checkAdmins(history: History): readonly Violation[] {
  const { events, admins, usableAdminsAtEnd } = history
  const changes = events.filter((event) => CHANGES.includes(event.op) && (isDone(event) || event.error === 'last_admin'))
  const initial = write(new Map(admins.map((id) => [id, 'admin'])))
  return [
    ...(hasOrder(changes, { initial, step: adminsAfter, isRead: ({ error }) => error === 'last_admin' })
      ? []
      : [{ rule: 'no administrator remained', events: changes }]),
    ...(usableAdminsAtEnd > 0 ? [] : [{ rule: 'no administrator remained', events: changes }]),
    ...events
      .filter((act) => isImposture(history, act))
      .map((act) => ({ rule: 'somebody else acted as administrator', events: [act] })),
  ]
}

type Standing = 'user' | 'admin' | 'banned user' | 'banned admin' | 'gone'

const write = (standings: ReadonlyMap<string, Standing>): string => JSON.stringify([...standings].sort())
const isAlone = (standings: ReadonlyMap<string, Standing>, id: string): boolean =>
  [...standings].every(([one, standing]) => (standing === 'admin') === (one === id))

/** Accounts that nothing was said about yet are users. */
function adminsAfter(state: string, { op, accountId = '', error }: Event): string | undefined {
  const standings = new Map(JSON.parse(state) as [string, Standing][])
  if (error === 'last_admin') return isAlone(standings, accountId) ? state : undefined
  const next = standingAfter(standings.get(accountId) ?? 'user', op)
  if (next === undefined) return undefined
  standings.set(accountId, next)
  return [...standings.values()].includes('admin') ? write(standings) : undefined
}

function standingAfter(now: Standing, op: Op): Standing | undefined {
  const isBanned = now.startsWith('banned')
  const isAdmin = now.endsWith('admin')
  if (now === 'gone') return undefined
  if (op === 'promote') return isBanned ? 'banned admin' : 'admin'
  if (op === 'demote') return isBanned ? 'banned user' : 'user'
  if (op === 'ban') return isBanned ? undefined : isAdmin ? 'banned admin' : 'banned user'
  if (op === 'unban') return isBanned ? (isAdmin ? 'admin' : 'user') : undefined
  return 'gone'
}

/** Done by somebody who certainly was no administrator when it began, nor became one before it ended. */
function isImposture({ events, admins }: History, act: Event): boolean {
  const { actorId } = act
  if (!ACTS.includes(act.op) || !isDone(act) || actorId === undefined) return false
  const about = events.filter((event) => event.accountId === actorId && isDone(event))
  const promotions = about.filter(({ op }) => op === 'promote')
  const demotion = about.findLast((event) => event.op === 'demote' && isBefore(event, act))
  if (demotion) return !promotions.some((event) => mayBeBetween(demotion, event, act))
  return !admins.includes(actorId) && !promotions.some((event) => event.invokedAt < act.completedAt)
}
