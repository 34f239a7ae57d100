import { expect, it, vi } from 'vitest'
import { application, userinfoOf } from '../support/application.ts'
import type { Reply } from '../support/browser.ts'
import { byHand } from '../support/by-hand.ts'
import { figure, isFull } from '../support/form.ts'
import { inTime } from '../support/in-time.ts'
import { type Member, type Processes, processes } from '../support/processes.ts'
import { resident } from '../support/residents.ts'
import { type Holding, type TokenEnding, tokenEndings } from '../support/token-endings.ts'

/** Every ending, so often, for an application in the browser and for one with a session of its own. 417 rounds are 100,000 trials. */
const ROUNDS = figure('STALE_TOKEN_ROUNDS', { short: 1, full: 8 })
const TOGETHER = isFull ? 10 : 1
const timeout = 120_000 + ROUNDS * 60_000

/** An application in the browser, of which everything ends, and one with a session of its own. */
const TRIED = [
  { scopes: ['openid'], endings: tokenEndings },
  { scopes: ['openid', 'offline_access'], endings: tokenEndings.filter(({ spares }) => spares === undefined) },
].flatMap(({ scopes, endings }) => endings.map((ending) => ({ scopes, ending })))
let apps = 0

/** On a machine that is busy for hours one may be told to come again, and then nothing has happened. */
async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await ask()
  return reply.status === 503 ? patiently(ask) : reply
}

async function holding(here: Processes, at: Member, scopes: readonly string[]): Promise<Holding> {
  const place = { browser: () => at.browser(), sql: byHand(here.engine) }
  const app = await application(place, { id: `app-${process.pid}-${++apps}`, createdAt: Date.now() })
  const who = await resident(here.engine)
  const code = await app.code(at.browser(who.watched.token), { scopes })
  const { status, body, text } = await patiently(() => app.redeem(code))
  if (status !== 200) throw new Error(text)
  return { who, app, tokens: body, code }
}

/** Until both questions were answered from memory. */
async function warm(other: Member, held: readonly Holding[]): Promise<void> {
  const ask = () => Promise.all(held.map(({ tokens }) => userinfoOf({ browser: () => other.browser() }, tokens.access_token)))
  await vi.waitFor(async () => {
    await ask()
    const before = await other.figure('hits_total')
    const replies = await ask()
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect((await other.figure('hits_total')) - before).toBe(held.length)
  }, inTime)
}

async function stillGood(other: Member, { app, tokens }: Holding, { what }: TokenEnding): Promise<string[]> {
  const there = { browser: () => other.browser() }
  const [told, asked] = await Promise.all([
    patiently(() => userinfoOf(there, tokens.access_token)),
    patiently(() => app.at(there).introspect(tokens.access_token)),
  ])
  return [
    ...(told.status === 401 ? [] : [`${what}: userinfo ${told.status}`]),
    ...(asked.status === 401 || asked.body.active === false ? [] : [`${what}: introspection ${asked.text}`]),
  ]
}

async function trial(
  here: Processes,
  [at, other]: readonly [Member, Member],
  root: string,
  { scopes, ending }: (typeof TRIED)[number],
) {
  const held = await Promise.all(Array.from({ length: TOGETHER }, () => holding(here, at, scopes)))
  await warm(other, held)
  const found = await Promise.all(
    held.map(async (one) => {
      const { status, text } = await patiently(() => ending.act((token) => at.browser(token), one, root))
      if (status !== (ending.status ?? 200))
        throw new Error(`${ending.what}: ${status} ${text}\n${at.server.output().slice(-4000)}`)
      return stillGood(other, one, ending)
    }),
  )
  return found.flat()
}

it(`no token is taken after its end was answered, ${ROUNDS * TOGETHER * TRIED.length} times`, {
  timeout,
}, async () => {
  const here = await processes({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
  const [one, other] = await Promise.all([here.start(), here.start()])
  for (let round = 0; round < ROUNDS; round++) {
    const root = await resident(here.engine, { sessions: 1, role: 'admin' })
    const order = round % 2 === 0 ? ([one, other] as const) : ([other, one] as const)
    for (const tried of TRIED) expect(await trial(here, order, root.watched.token, tried)).toEqual([])
    if (isFull) process.stdout.write(`${(round + 1) * TOGETHER * TRIED.length} trials, none stale\n`)
  }
})
