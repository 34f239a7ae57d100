import type { Op } from './history.ts'
import { type Random, randomFrom } from './random.ts'

/** What a client is to do. Which session or code it uses is found when it does it, by the dice. */
export interface Call {
  /** Calls of one batch are released together. */
  readonly batch: number
  readonly client: number
  readonly what: Op | 'probe' | 'wait'
  readonly email: string
  readonly dice: readonly [number, number]
  /** Different for every call: new passwords are made of it. */
  readonly nonce: number
}

export const CLIENTS = 8
export const ADMINS = ['root@example.com', 'rose@example.com'] as const
export const PEOPLE = ['ada@example.com', 'bob@example.com', 'cyd@example.com'] as const
/** Who has an authenticator app to begin with. */
export const ENROLLED = ['bob@example.com', 'rose@example.com'] as const
/** Whose mailbox is proved to begin with. */
export const PROVED = [...ENROLLED, 'cyd@example.com'] as const
const EVERYBODY = [...PEOPLE, ...ADMINS] as const

const WEIGHTS: Readonly<Record<Exclude<Call['what'], 'me' | 'wait'>, number>> = {
  register: 4,
  login: 18,
  probe: 12,
  refresh: 10,
  logout: 4,
  'list-sessions': 2,
  'revoke-session': 4,
  'revoke-others': 3,
  'change-password': 8,
  forgot: 5,
  reset: 8,
  'request-verification': 2,
  'verify-email': 3,
  'enable-2fa': 5,
  'disable-2fa': 4,
  'ask-code': 8,
  'enter-code': 18,
  'verify-2fa': 14,
  'resend-2fa': 5,
  'step-up': 4,
  'begin-totp': 4,
  'confirm-totp': 10,
  'remove-totp': 3,
  'step-up-code': 8,
  'reset-factors': 2,
  ban: 4,
  unban: 8,
  promote: 5,
  demote: 5,
  'delete-user': 1,
  'delete-account': 2,
}
const BAG = Object.entries(WEIGHTS).flatMap(([what, weight]) => Array.from({ length: weight }, () => what as Call['what']))
const WORK = BAG as [Call['what'], ...Call['what'][]]

/**
 * The calls of a run. Every client draws from numbers of its own; one more source decides who goes next and how many go
 * at once. Half of the batches are about one account, so that its clients get in each other's way, and half of those are
 * duels: everybody does one of two things, with the same session or code.
 */
export function planFrom(seed: number, steps: number): readonly Call[] {
  const scheduler = randomFrom(seed)
  const clients = Array.from({ length: CLIENTS }, (_, client) => randomFrom(seed * 1009 + client + 1))
  const calls: Call[] = []
  for (let batch = 0; calls.length < steps; batch++) {
    if (scheduler.below(8) === 0) {
      calls.push({ batch, client: 0, what: 'wait', email: '', dice: [0, 0], nonce: calls.length })
      continue
    }
    const crowd = shuffled(scheduler).slice(0, 1 + scheduler.below(CLIENTS))
    const common = commonTo(scheduler)
    for (const [n, client] of crowd.entries()) {
      const own = clients[client] ?? scheduler
      const drawn = { what: own.pick(WORK), email: own.pick(EVERYBODY), dice: [own.next(), own.next()] as const }
      calls.push({ batch, client, ...drawn, ...common(n), nonce: calls.length })
    }
  }
  return calls
}

/** What the calls of a batch share. */
function commonTo(scheduler: Random): (n: number) => Partial<Call> {
  const manner = scheduler.below(4)
  if (manner < 2) return () => ({})
  const email = scheduler.pick(EVERYBODY)
  if (manner === 2) return () => ({ email })
  const [one, other] = [scheduler.pick(WORK), scheduler.pick(WORK)]
  const dice = [scheduler.next(), scheduler.next()] as const
  return (n) => ({ email, dice, what: n % 2 === 0 ? one : other })
}

function shuffled(random: Random): readonly number[] {
  const order = Array.from({ length: CLIENTS }, (_, n) => ({ n, at: random.next() }))
  return order.sort((one, other) => one.at - other.at).map(({ n }) => n)
}
