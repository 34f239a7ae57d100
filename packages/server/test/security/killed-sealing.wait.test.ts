import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { figure } from '../support/form.ts'
import { startServer, withCheapHash } from '../support/server-process.ts'
import { shell } from '../support/shell.ts'
import { PASSWORD } from '../support/world.ts'

const ROUNDS = figure('SEALING_ROUNDS', { short: 1, full: 10 })
const CALLERS = 4
/** So many in each round at least, each of them two events. */
const SIGN_UPS = 6
const SECRET = 'a secret for tests, 32 bytes and more'

/** Sign-ups until the service is gone. Which of its transactions that cuts in two differs from round to round. */
async function killedUnderLoad(env: Record<string, string>, cwd: string, round: number): Promise<void> {
  const server = await startServer(env, cwd, withCheapHash())
  let isGone = false
  let answered = 0
  const call = async (caller: number) => {
    for (let n = 0; !isGone; n++) {
      const email = `ada-${round}-${caller}-${n}@example.com`
      const reply = await server.post('/auth/register', { email, password: PASSWORD, name: 'Ada' }).catch(() => undefined)
      if (reply?.ok) answered++
    }
  }
  const calls = Array.from({ length: CALLERS }, (_, caller) => call(caller))
  // The first round of the sealer begins a second after the first event.
  await sleep(900 + ((round * 137) % 700))
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(SIGN_UPS)
  server.kill('SIGKILL')
  await server.exited
  isGone = true
  await Promise.all(calls)
}

it('a service that is killed while it seals leaves a log that is good, and its collector misses nothing', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const { sql, latchkey, cwd } = shell({ DATABASE_URL: database.url, SECRET })
  const file = path.join(cwd, 'audit.ndjson')
  const env = { DATABASE_URL: database.url, SECRET, AUDIT_STREAM: `file:${file}` }
  await latchkey('migrate')
  for (let round = 0; round < ROUNDS; round++) await killedUnderLoad(env, cwd, round)

  const last = await startServer(env, cwd, withCheapHash())
  const told = () => new Set(linesIn(file).map(({ sequence }) => sequence)).size
  const count = async (what: string) =>
    Number((await sql(`SELECT COUNT(*) AS total FROM audit_events WHERE ${what}`))[0]?.['total'])
  await expect.poll(() => count('sequence IS NULL'), { timeout: 60_000 }).toBe(0)
  await expect.poll(async () => told() === (await count('1 = 1')), { timeout: 90_000 }).toBe(true)
  last.kill('SIGTERM')
  expect(await last.exited).toBe(0)
  await toldOnStdout({ ...env, AUDIT_STREAM: 'stdout' }, cwd, told())

  const size = await count('1 = 1')
  expect(size).toBeGreaterThanOrEqual(ROUNDS * SIGN_UPS * 2)
  expect(await sql(`SELECT MAX(sequence) AS last FROM audit_events`)).toEqual([{ last: size - 1 }])
  expect(await latchkey('audit', 'verify')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`events 0 to ${size - 1} are`),
  })
})

/** Between the lines of the log, and told apart from them by their first field. */
async function toldOnStdout(env: Record<string, string>, cwd: string, atLeast: number): Promise<void> {
  const server = await startServer(env, cwd, withCheapHash())
  const lines = () => server.output().split('\n')
  const numbers = () => lines().flatMap((line) => (line.startsWith('{"stream":"audit",') ? [JSON.parse(line).sequence] : []))
  await expect.poll(() => numbers().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(atLeast)
  expect(numbers()).toEqual(numbers().map((_, at) => at))
  expect(lines().some((line) => line.startsWith('{"level":'))).toBe(true)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
}

const linesIn = (file: string): readonly { readonly sequence: number }[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
