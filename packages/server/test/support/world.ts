import { Writable } from 'node:stream'
import { inject } from 'vitest'
import { argon2Hasher } from '../../src/gate/passwords/argon2-hasher.ts'
import { hasPasswords } from '../../src/gate/passwords/has-passwords.ts'
import type { PasswordHasher } from '../../src/gate/passwords/passwords.ts'
import { createService } from '../../src/main.ts'
import { loadConfig } from '../../src/platform/config/load-config.ts'
import type { Clock } from '../../src/platform/kernel/clock.ts'
import { createLog } from '../../src/platform/logging/create-log.ts'
import { loadTemplates } from '../../src/platform/mail/mail-templates.ts'
import { type Engine, type Row, type Sql, tally } from '../../src/platform/store/engine.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { Browser } from './browser.ts'
import { byHand } from './by-hand.ts'
import { cacheSetting } from './cache-setting.ts'
import { openBeside } from './callers.ts'
import { migratedDatabase } from './database.ts'
import { readyKeys } from './ready-keys.ts'
import { atEnd } from './shared.ts'
import { smtpInbox } from './smtp-inbox.ts'
import { withToldChanges } from './told-changes.ts'

/** Tests count statements: none comes by itself while one runs. */
const UNHURRIED_MS = 600_000

const BEGINNING = Date.parse('2030-01-01T00:00:00Z')

export const PASSWORD = 'correct horse 1'

readyKeys()

/** The same files for every world: read once. */
const templates = loadTemplates({})

interface WorldOptions {
  readonly env?: Record<string, string>
  /** Other cost than the cheap one of the tests. */
  readonly timeCost?: number
  /** Sends mail to a real SMTP server instead of the development inbox. */
  readonly withMail?: boolean
  /** An existing database, to start a second process' worth of service on it. */
  readonly databaseUrl?: string
  /** What stands between the service and its database, or its mail server: from one address to another. */
  readonly between?: { readonly database?: Detour; readonly mail?: Detour }
}

type Detour = (url: string) => Promise<string>
const straight: Detour = async (url) => url

export type World = Awaited<ReturnType<typeof world>>

/** What a test can reach that does not know where its services run. */
export type RunningService = Pick<World, 'browser' | 'signedUp' | 'sql' | 'mail'>

/** Callers of their own, for a database that others have as well, or that is behind something. */
const opened = (url: string, serviceUrl: string): Promise<readonly [service: Engine, beside: Engine]> =>
  Promise.all([openEngine({ url: serviceUrl, poolSize: 10, onError: () => undefined }), openBeside(url)])

/** A whole service on a real database, with a clock you can move and nothing of ours mocked. */
export async function world({ env = {}, timeCost = 1, databaseUrl, withMail = false, between = {} }: WorldOptions = {}) {
  const database = await migratedDatabase()
  const mail = await smtpInbox()
  const url = databaseUrl ?? database.url
  const isAsItIs = databaseUrl === undefined && between.database === undefined
  const loaded = loadConfig({
    env: {
      DATABASE_URL: url,
      SECRET: 'a secret for tests, 32 bytes and more',
      LOG_LEVEL: 'debug',
      ...cacheSetting,
      ...(withMail && { SMTP_URL: await (between.mail ?? straight)(mail.url) }),
      ...env,
    },
    cwd: database.directory,
  })
  const config = { ...loaded, passwords: { ...loaded.passwords, memoryKib: 64, timeCost } }
  const clock = movableClock()
  const hasher = observedHasher()
  const lines: string[] = []
  const log = createLog(config, { to: collect(lines), clock })
  const [own, engine] = await (isAsItIs ? database.callers.lend() : opened(url, await (between.database ?? straight)(url)))
  const observed = countQueries(own, clock)
  const isPlain =
    config.mail.templates === undefined && hasPasswords(config) && !Object.keys(env).some((name) => name.startsWith('PAGES_'))
  const given = isPlain ? { templates } : {}
  const service = await createService(config, {
    clock,
    hasher,
    log,
    activityWaitMs: UNHURRIED_MS,
    sealWaitMs: Number.POSITIVE_INFINITY,
    purgePauseMs: 0,
    ...given,
    engine: observed.engine,
  })
  let closing: Promise<void> | undefined
  const closeBeside = () => (closing ??= engine.close())
  atEnd(async () => {
    // They would be given time: those who are connected, and a mail server that a test has left hanging.
    service.sockets.endAll()
    service.outbox.cutOff()
    await service.stop()
    await mail.close()
    await closeBeside()
    await database.drop()
  })

  return {
    ...service,
    config,
    mail,
    clock,
    hasher,
    log,
    database: { ...database, url },
    /** How many statements the service has sent so far. */
    queries: observed.count,
    /** Their texts, also of those inside transactions. */
    statements: observed.statements,
    closeDatabase: observed.close,
    /** Makes the database answer every statement of the service with this, until it is told otherwise. */
    failStatements: observed.failWith,
    /** What happens once, after all that a request looks at before its next transaction. */
    beforeNextTransaction: observed.beforeNext,
    /** Counts the transactions during which a figure changed. */
    transactionsThatChange: observed.transactionsThatChange,
    /** Speaks to the database over the service's own connection. */
    ownSql: (text: string): Promise<readonly Row[]> => observed.engine.query(text),
    /** Everything that was logged. */
    logged: () => lines.join(''),
    /** Another caller of the same database. */
    elsewhere: engine,
    /** Stops, and has an existing database open no more. */
    async letGo(): Promise<void> {
      await service.stop(0)
      await Promise.all([observed.close(), closeBeside()])
    },
    /** Looks into the tables, or breaks them. */
    sql: byHand(engine),
    browser: () => new Browser(service.app),
    /** A browser that has just registered. */
    async signedUp(email = 'ada@example.com'): Promise<Browser> {
      const browser = new Browser(service.app)
      await browser.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      return browser
    },
    auditTypes: async (): Promise<unknown[]> =>
      (await engine.query(`SELECT type FROM audit_events ORDER BY created_at, id`)).map((row) => row['type']),
    /** Makes every UPDATE of a table fail inside the database itself. */
    failUpdatesOf: async (table: string): Promise<void> => {
      for (const statement of failingTrigger[inject('engine')](table)) await engine.query(statement)
    },
  }
}

const failingTrigger = {
  sqlite: (table: string) => [`CREATE TRIGGER broken BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`],
  postgres: (table: string) => [
    `CREATE FUNCTION broken() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'disk on fire'; END $$ LANGUAGE plpgsql`,
    `CREATE TRIGGER broken BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION broken()`,
  ],
}

/** The real engine, counted, and closed at most once. */
function countQueries(engine: Engine, clock: Pick<Clock, 'elapsed'>) {
  let count = 0
  const statements: string[] = []
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= engine.close())
  let fault: Error | undefined
  const note = (text: string): void => {
    statements.push(text)
    if (fault) throw fault
  }
  const noted = (sql: Sql): Sql => ({
    async query(text, params, held) {
      note(text)
      return sql.query(text, params, held)
    },
    async run(text, params) {
      note(text)
      return sql.run(text, params)
    },
  })
  const failWith = (error: Error | undefined): void => {
    fault = error
  }
  const query: Engine['query'] = (sql, params) => {
    count++
    return noted(engine).query(sql, params)
  }
  const run: Engine['run'] = (sql, params) => {
    count++
    return noted(engine).run(sql, params)
  }
  const tallied: NonNullable<Engine['tally']> = (sql, params = []) => {
    count++
    note(sql)
    return tally(engine, sql, params)
  }
  let figure = () => 0
  let changes = 0
  const told = withToldChanges(engine)
  let meanwhile: (() => Promise<unknown>) | undefined
  const beforeNext = (act: () => Promise<unknown>): void => {
    meanwhile = act
  }
  const transaction: Engine['transaction'] = async (work) => {
    const act = meanwhile
    meanwhile = undefined
    await act?.()
    return told(async (sql) => {
      const before = figure()
      const result = await work(noted(sql))
      if (figure() !== before) changes++
      return result
    })
  }
  const transactionsThatChange = (watched: () => number) => {
    figure = watched
    return () => changes
  }
  // A real database would know nothing of the clock that a test moves.
  const now = engine.now && (async () => BEGINNING + clock.elapsed())
  const counted: Engine = { ...engine, query, run, tally: tallied, transaction, close, ...(now && { now }) }
  return {
    count: () => count,
    statements: () => statements,
    close,
    failWith,
    beforeNext,
    transactionsThatChange,
    engine: counted,
  }
}

function movableClock() {
  let now = BEGINNING
  let elapsed = 0
  return {
    now: () => now,
    elapsed: () => elapsed,
    advance: (ms: number): void => {
      now += ms
      elapsed += ms
    },
    /** Somebody sets this machine's clock; no time has passed, and the database's goes on as it was. */
    set: (ms: number): void => {
      now += ms
    },
  }
}

/** Real Argon2id that counts its calls and can be held right after one. */
function observedHasher(): PasswordHasher & { calls: number; schemes: string[]; afterNext: (() => Promise<void>) | undefined } {
  const observe = async <T>(work: Promise<T>): Promise<T> => {
    observed.calls++
    const result = await work
    const pause = observed.afterNext
    observed.afterNext = undefined
    await pause?.()
    return result
  }
  const observed = {
    calls: 0,
    /** Of hashes that other systems have made, in the order in which they were compared. */
    schemes: [] as string[],
    afterNext: undefined as (() => Promise<void>) | undefined,
    hash: (...args: Parameters<PasswordHasher['hash']>) => observe(argon2Hasher.hash(...args)),
    verify: (...args: Parameters<PasswordHasher['verify']>) => observe(argon2Hasher.verify(...args)),
    verifyForeign(...args: Parameters<PasswordHasher['verifyForeign']>) {
      observed.schemes.push(args[0].stored.scheme)
      return observe(argon2Hasher.verifyForeign(...args))
    },
  }
  return observed
}

const collect = (lines: string[]): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })

/** Something to wait for until the test lets go. */
export function held() {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release: () => release() }
}
