import { vi } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { Browser } from './browser.ts'
import { migratedDatabase } from './database.ts'
import { doorTo } from './door-to.ts'
import { inTime } from './in-time.ts'
import { mailServer } from './mail-server.ts'
import { bin, type ServerProcess, startServer, withCheapHash } from './server-process.ts'
import { atEnd } from './shared.ts'

export interface Member {
  readonly server: ServerProcess
  /** A client of this process alone, signed in with this token if there is one. */
  browser(token?: string): Browser
  /** The value of a figure of its session cache. */
  figure(name: 'hits_total' | 'evictions_total' | 'held'): Promise<number>
}

interface Start {
  /** The address of the database, where this process is to reach it by another way. */
  readonly url?: string
  /** Loaded before the program. */
  readonly preload?: string
  /** That of another version. */
  readonly program?: string
}

/** The built program, several times, on one database of their own. */
export async function processes(env: Record<string, string> = {}) {
  const database = await migratedDatabase()
  atEnd(database.drop)
  const mail = await mailServer()
  const engine = await openEngine({ url: database.url, poolSize: 16, onError: () => undefined })
  atEnd(engine.close)
  const settings = {
    SMTP_URL: mail.url,
    HASH_QUEUE: '1000',
    METRICS_PORT: '0',
    ...env,
  }
  return {
    url: database.url,
    directory: database.directory,
    mail,
    /** Nobody is told of what is changed here. */
    engine,
    async start({ url = database.url, preload, program = bin }: Start = {}): Promise<Member> {
      const command = withCheapHash(program, ...(preload === undefined ? [] : [preload]))
      return memberOf(await startServer({ ...settings, DATABASE_URL: url }, database.directory, command))
    },
  }
}

export type Processes = Awaited<ReturnType<typeof processes>>

function memberOf(server: ServerProcess): Member {
  const metrics = /"metrics":"(http[^"]+)"/.exec(server.output())?.[1] ?? ''
  return {
    server,
    browser(token) {
      const browser = new Browser(doorTo(() => server.url))
      if (token !== undefined) browser.jar.set('app_session', token)
      return browser
    },
    async figure(name) {
      // A connection that was kept may be closed at the very moment it is used again.
      const reply = await fetch(metrics, { headers: { connection: 'close' } }).catch((error: unknown) => {
        const { exitCode, signalCode } = server.child
        throw new Error(`ended by ${exitCode ?? signalCode}:\n${server.output().slice(-4000)}`, { cause: error })
      })
      const text = await reply.text()
      return Number(new RegExp(`^latchkey_session_cache_${name} (\\d+)$`, 'm').exec(text)?.[1])
    },
  }
}

/** Checks sessions at a process until every one of them was answered from memory. */
export async function warm(member: Member, tokens: readonly string[]): Promise<void> {
  const check = async () => {
    const replies = await Promise.all(tokens.map((token) => member.browser(token).get('/auth/me')))
    if (replies.some(({ status }) => status !== 200)) throw new Error(`not signed in: ${replies.map(({ text }) => text)}`)
  }
  await vi.waitFor(async () => {
    await check()
    const before = await member.figure('hits_total')
    await check()
    const hits = (await member.figure('hits_total')) - before
    if (hits !== tokens.length) throw new Error(`${hits} of ${tokens.length} checks were answered from memory`)
  }, inTime)
}

/** Resolves when there are so many leases: a process that was slow for a moment comes back under another name. */
export const untilHolders = ({ engine }: Pick<Processes, 'engine'>, count: number): Promise<void> =>
  vi.waitFor(async () => {
    const rows = await engine.query(`SELECT id FROM session_leases`)
    if (rows.length !== count) throw new Error(`${rows.length} leases instead of ${count}`)
  }, inTime)

/** Resolves when it uses its cache. */
export const untilHeld = (member: Member): Promise<void> =>
  vi.waitFor(async () => {
    if ((await member.figure('held')) !== 1) throw new Error('no lease is held')
  }, inTime)
