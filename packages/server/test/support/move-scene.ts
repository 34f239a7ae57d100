import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { API } from './application.ts'
import { startCommand } from './command-process.ts'
import { emptyDatabase } from './database.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { type ServerProcess, startServer, withCheapHash } from './server-process.ts'
import { atEnd } from './shared.ts'
import { PASSWORD } from './world.ts'

const SECRET = 'a secret for tests, 32 bytes and more'
const AGAIN_MS = 50

/** The built program on a file, and an empty PostgreSQL database to go to. */
export async function moveScene() {
  const target = await emptyDatabase()
  atEnd(target.drop)
  const directory = scratchDirectory('latchkey-move-')
  const file = path.join(directory, 'test.db')
  const env = { SECRET, DATABASE_URL: `file:${file}`, HASH_QUEUE: '1000', LOG_LEVEL: 'info' }
  const command = (args: readonly string[], more: Record<string, string> = {}) =>
    startCommand(args, { ...env, ...more }, directory)
  return {
    to: target.url,
    file,
    start: (more: Record<string, string> = {}): Promise<ServerProcess> =>
      startServer({ ...env, ...more }, directory, withCheapHash()),
    command,
    async run(args: readonly string[], more: Record<string, string> = {}) {
      const running = command(args, more)
      const { code } = await running.exited
      return { code, text: [...running.lines(), running.errors()].join('\n') }
    },
    /** In PostgreSQL. */
    async rows(sql: string) {
      const engine = await openEngine({ url: target.url, poolSize: 1, onError: () => undefined })
      return engine.query(sql).finally(() => engine.close())
    },
  }
}

const cookiesOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Asks again where there is no room for a question, as many at once on a busy machine have it. */
export async function check(server: ServerProcess, cookie: string): Promise<number> {
  for (;;) {
    const { status } = await fetch(`${server.url}/auth/me`, { headers: { cookie } })
    if (status !== 503) return status
    await sleep(AGAIN_MS)
  }
}

export async function register(server: ServerProcess, email: string): Promise<string | undefined> {
  const reply = await server.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
  if (reply.status !== 201 && reply.status !== 503) throw new Error(`${email}: ${reply.status} ${await reply.text()}`)
  return reply.status === 201 ? cookiesOf(reply) : undefined
}

/** Loads this before a command. */
export const killedAt = (commit: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, 'killed-at-commit.mjs')}`,
  KILLED_AT: commit,
})

/** People who come, look at both processes, renew their sessions and leave, until it is told to stop. Notes what was acknowledged. */
export function traffic(servers: readonly [ServerProcess, ServerProcess], callers = 3) {
  let isOver = false
  const live = new Map<string, string>()
  const ended: string[] = []
  const stale: string[] = []
  const caller = async (n: number): Promise<void> => {
    for (let at = 0; !isOver; at++) {
      const [one, other] = at % 2 === 0 ? servers : [servers[1], servers[0]]
      const email = `caller-${n}-${at}@example.com`
      const cookie = await register(one, email)
      if (cookie === undefined) continue
      const headers = { cookie }
      const renewed = at % 3 === 1 ? await other.post('/auth/refresh', {}, headers) : undefined
      const now = renewed?.status === 200 ? cookiesOf(renewed) : cookie
      if (at % 3 !== 0) {
        // A refresh that was not answered may have happened.
        if (!renewed || renewed.status === 200) live.set(email, now)
        continue
      }
      const left = await other.post('/auth/logout', {}, headers)
      if (left.status >= 300) continue
      ended.push(cookie)
      if ((await check(one, cookie)) === 200) stale.push(email)
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, n) => caller(n)))
  return {
    count: () => live.size + ended.length,
    async stop() {
      isOver = true
      await all
      return { live, ended, stale }
    },
  }
}

/** An application of this secret that acts for itself, with tokens that are signed for another one. */
export function service(secret: string) {
  const ask = async (server: ServerProcess, route: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'job', client_secret: secret, ...form })
    return (await (await fetch(`${server.url}/oidc/${route}`, { method: 'POST', body })).json()) as Record<string, string>
  }
  return {
    token: (server: ServerProcess) => ask(server, 'token', { grant_type: 'client_credentials', resource: API }),
    introspect: (server: ServerProcess, token: string) => ask(server, 'introspect', { token }),
    keys: async (server: ServerProcess) => (await fetch(`${server.url}/oidc/jwks`)).text(),
  }
}
