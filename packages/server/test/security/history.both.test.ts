import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { check } from '../history/checker.ts'
import { describeHistory } from '../history/describe-history.ts'
import type { Event } from '../history/history.ts'
import { type Call, planFrom } from '../history/plan.ts'
import { runPlan, type Stage } from '../history/run-plan.ts'
import { shrink } from '../history/shrink.ts'
import { figure } from '../support/form.ts'
import { inUse } from '../support/in-use.ts'
import { world } from '../support/world.ts'

const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

/** `HISTORY_SEED` names the first seed, and alone it is the only one. */
const FIRST = number('HISTORY_SEED', 1)
const RUNS =
  process.env['HISTORY_SEED'] === undefined ? figure('HISTORY_RUNS', { short: 2, full: 40 }) : number('HISTORY_RUNS', 1)
const STEPS = number('HISTORY_STEPS', 100)
/** How many shorter plans are tried on a failure, and how often each: whether a race is lost is not always the same. */
const SHRINK_ATTEMPTS = number('HISTORY_SHRINK', 150)
const TRIES = 3

const MANY = '1000000'
const LIMITED = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: MANY, LIMIT_GENERAL_PER_MINUTE: MANY }

/** Seeds are played by turns with each of these; on PostgreSQL at two services, as two processes would be. */
const stages: readonly (readonly [what: string, env: Record<string, string>])[] = [
  ['with limits', LIMITED],
  ['without limits', {}],
  ['with limits and nothing kept in memory', { ...LIMITED, SESSION_CACHE_SIZE: '0' }],
  ['without limits and nothing kept in memory', { SESSION_CACHE_SIZE: '0' }],
]

async function stage(own: Record<string, string>): Promise<Stage> {
  const env = { DISABLE_ADMIN_TWO_FACTOR: 'true', EMAIL_SIGN_IN: 'existing', LOG_LEVEL: 'silent', ...own }
  const here = await world({ withMail: true, env })
  await inUse(here)
  if (inject('engine') === 'sqlite') return [here]
  const there = await world({ databaseUrl: here.database.url, env: { ...env, SMTP_URL: here.mail.url } })
  await inUse(there)
  return [here, there]
}

interface Failed {
  readonly rule: string
  readonly events: readonly Event[]
}

/** The first rule that a plan breaks, and what had happened by then. Probes are left out, unless they are the proof. */
async function failureOf(on: Stage, plan: readonly Call[], rule?: string): Promise<Failed | undefined> {
  const history = await runPlan(on, plan)
  const found = check(history).find((violation) => rule === undefined || violation.rule === rule)
  if (!found) return undefined
  const end = Math.max(...found.events.map(({ completedAt }) => completedAt))
  const led = history.events.filter((event) => event.invokedAt <= end && (event.op !== 'me' || found.events.includes(event)))
  return { rule: found.rule, events: led }
}

/** What a failed run has to say: the rule, the shortest history found that breaks it, and how to play it again. */
async function report(on: Stage, seed: number): Promise<string | undefined> {
  const plan = planFrom(seed, STEPS)
  const failed = await failureOf(on, plan)
  if (!failed) return undefined
  let smallest = failed
  const stillFails = async (candidate: typeof plan): Promise<boolean> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const again = await failureOf(on, candidate, failed.rule)
      if (again) smallest = again
      if (again) return true
    }
    return false
  }
  const calls = await shrink(plan, stillFails, SHRINK_ATTEMPTS)
  return [
    `${failed.rule}, seed ${seed}. Shrunk from ${plan.length} calls to ${calls.length}:`,
    describeHistory(smallest.events),
    `Again: HISTORY_SEED=${seed} HISTORY_STEPS=${STEPS} npx vitest run --project ${inject('engine')} ${path.relative('.', import.meta.filename)}`,
  ].join('\n')
}

const timeout = 600_000 + RUNS * 10_000

/**
 * A seed decides which requests are made, by whom, and which of them are released together. It does not decide how the
 * requests of one batch interleave: threads, sockets and the database do, so a race may need a few plays to be lost again.
 */
describe(`random clients at once, ${RUNS} seeds of ${STEPS} calls`, () => {
  it.each(stages.map(([what, env], n) => [what, env, n] as const))(
    'see nothing that a service could not have done one request at a time, %s',
    { timeout },
    async (_what, env, turn) => {
      const seeds = Array.from({ length: RUNS }, (_, n) => FIRST + n).filter((seed) => (seed - 1) % stages.length === turn)
      if (seeds.length === 0) return
      const on = await stage(env)
      for (const seed of seeds) expect(await report(on, seed)).toBeUndefined()
    },
  )
})
