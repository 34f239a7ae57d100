import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { Browser, ORIGIN } from '../support/browser.ts'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { doorTo } from '../support/door-to.ts'
import { AuthenticatorApp, ada } from '../support/factored.ts'
import { bin, type ServerProcess, startServer, withCheapHash } from '../support/server-process.ts'
import { world } from '../support/world.ts'

const OLD = 'the secret of last year, 32 bytes and more'
const NEW = 'the secret of this year, 32 bytes and more'
const movedClock = path.resolve(import.meta.dirname, '../support/moved-clock.mjs')
const KEPT = ['data_keys', 'totp_seeds', 'recovery_codes', 'pending_totp_seeds', 'accounts', 'sessions']

/** An installation that is started again and again, as its operator does it. */
async function site() {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  // Not kept open: a database that somebody reads is not restored.
  const sql = async (text: string) => {
    const engine = await openEngine({ url: database.url, poolSize: 1, onError: () => undefined })
    return engine.query(text).finally(engine.close)
  }
  const env = { DATABASE_URL: database.url, PUBLIC_URL: ORIGIN }
  let running: ServerProcess | undefined
  const stop = async () => {
    running?.kill('SIGTERM')
    await running?.exited
  }
  const browser = () => new Browser(doorTo(() => running?.url ?? ''))
  return {
    browser,
    stop,
    /** Everything that a change of the key would be seen in. */
    kept: () => Promise.all(KEPT.map((table) => sql(`SELECT * FROM ${table}`))),
    sealedKey: async () => (await sql(`SELECT sealed FROM data_keys`)).map((row) => row['sealed']),
    sealedSeeds: () => sql(`SELECT sealed FROM totp_seeds`),
    async start(secrets: Record<string, string>) {
      await stop()
      running = await startServer({ ...env, ...secrets }, database.directory, withCheapHash(bin, movedClock))
    },
    async advance(ms: number) {
      running?.child.send(ms)
      await once(running?.child ?? process, 'message')
    },
    command: (args: readonly string[], secrets: Record<string, string>) =>
      startCommand(args, { ...env, PORT: '0', ...secrets }, database.directory),
    /** Signs in with the password and what is typed then. */
    async enter(code: string) {
      const visitor = browser()
      const { body } = await visitor.post('/auth/login', ada)
      return (await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code })).status
    },
  }
}

type Site = Awaited<ReturnType<typeof site>>

/** With the code of this interval; that of the next one is taken as well, so that nothing has to wait, nor to be quick. */
async function enrolled({ browser }: Site) {
  const owner = browser()
  await owner.post('/auth/register', { ...ada, name: 'Ada' })
  const app = new AuthenticatorApp((await owner.post('/auth/2fa/totp/begin')).body.secret, Date.now)
  const { body, status } = await owner.post('/auth/2fa/totp/confirm', { code: app.code() })
  expect(status).toBe(200)
  return { owner, app, recoveryCodes: body.recoveryCodes as string[] }
}

describe('the key of what factors are kept under', () => {
  it('is sealed anew, and nothing else is, by the first start under a new secret', async () => {
    const here = await site()
    await here.start({ SECRET: OLD })
    const { app, recoveryCodes } = await enrolled(here)
    const [key, seeds] = [await here.sealedKey(), await here.sealedSeeds()]
    await here.start({ SECRET: NEW, PREVIOUS_SECRET: OLD })
    expect(await here.sealedKey()).toHaveLength(1)
    expect(await here.sealedKey()).not.toEqual(key)
    expect(await here.sealedSeeds()).toEqual(seeds)
    expect(await here.enter(app.code(1))).toBe(200)
    await here.start({ SECRET: NEW })
    expect(await here.enter(recoveryCodes[0] ?? '')).toBe(200)
    expect(await here.enter(recoveryCodes[0] ?? '')).toBe(400)
  })

  it('stops a start under a secret that does not open it: one line, exit code 1, nothing changed', async () => {
    const here = await site()
    await here.start({ SECRET: OLD })
    const { app } = await enrolled(here)
    await here.stop()
    const before = await here.kept()
    for (const secrets of [{ SECRET: NEW }, { SECRET: NEW, PREVIOUS_SECRET: `${NEW} and another` }]) {
      const refused = here.command(['start'], secrets)
      expect(await refused.exited).toEqual({ code: 1, signal: null })
      expect(refused.errors()).toMatch(/^SECRET does not open the key [^\n]+ PREVIOUS_SECRET\.\n$/)
      expect(refused.lines().map((line) => JSON.parse(line).msg)).toEqual(['the database is ready'])
      expect(await here.kept()).toEqual(before)
    }
    await here.start({ SECRET: OLD })
    expect(await here.enter(app.code(1))).toBe(200)
  })

  // Where events are sealed, the key of the log is kept under it from the first event on.
  it('is replaced where nothing was kept under it; who was about to begins again', async () => {
    const before = await world({ env: { SECRET: OLD } })
    const owner = await before.signedUp()
    const begin = async (one: Browser) =>
      new AuthenticatorApp((await one.post('/auth/2fa/totp/begin')).body.secret, before.clock.now)
    const app = await begin(owner)
    const key = await before.sql(`SELECT sealed FROM data_keys`)
    expect(key).toHaveLength(1)
    await before.letGo()

    const after = await world({ env: { SECRET: NEW }, databaseUrl: before.database.url })
    const later = after.browser()
    for (const [name, value] of owner.jar) later.jar.set(name, value)
    const late = await later.post('/auth/2fa/totp/confirm', { code: app.code() })
    expect(late).toMatchObject({ status: 400, body: { error: 'totp_not_begun' } })
    const again = await begin(later)
    expect((await later.post('/auth/2fa/totp/confirm', { code: again.code() })).status).toBe(200)
    expect(await after.sql(`SELECT sealed FROM data_keys`)).not.toEqual(key)
  })

  it.runIf(inject('engine') === 'sqlite')('is in a backup, and comes back with it', async () => {
    const here = await site()
    await here.start({ SECRET: OLD })
    const { app } = await enrolled(here)
    expect(await here.command(['backup', 'copy.db'], { SECRET: OLD }).exited).toMatchObject({ code: 0 })
    await here.stop()
    const restored = here.command(['restore', 'copy.db', '--yes'], { SECRET: OLD })
    expect([await restored.exited, restored.errors()]).toEqual([{ code: 0, signal: null }, ''])
    await here.start({ SECRET: NEW, PREVIOUS_SECRET: OLD })
    // Of the codes that were good at the restore it is not known which were used.
    await here.advance(90_000)
    expect(await here.enter(app.code(3))).toBe(200)
  })

  it('is one, also when two processes make it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await world()
      const other = await world({ databaseUrl: one.database.url })
      const owners = [await one.signedUp(), await one.signedUp('eve@example.com')] as const
      const there = other.browser()
      for (const [name, value] of owners[1].jar) there.jar.set(name, value)
      const [first, second] = await Promise.all([owners[0].post('/auth/2fa/totp/begin'), there.post('/auth/2fa/totp/begin')])
      expect(await one.sql(`SELECT name FROM data_keys`)).toHaveLength(1)
      const swapped = other.browser()
      for (const [name, value] of owners[0].jar) swapped.jar.set(name, value)
      const codeOf = (secret: string) => new AuthenticatorApp(secret, () => one.clock.now()).code()
      expect((await swapped.post('/auth/2fa/totp/confirm', { code: codeOf(first.body.secret) })).status).toBe(200)
      expect((await owners[1].post('/auth/2fa/totp/confirm', { code: codeOf(second.body.secret) })).status).toBe(200)
    }
  })
})
