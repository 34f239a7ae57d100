import { describe, expect, it, onTestFinished } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { emptyDatabase } from '../support/database.ts'
import { figure } from '../support/form.ts'
import { expectConsistent } from '../support/invariants.ts'
import { type ServerProcess, startServer, withCheapHash } from '../support/server-process.ts'
import { PASSWORD } from '../support/world.ts'

const ROUNDS = figure('CRASH_ROUNDS', { short: 2, full: 6 })
const CALLERS = 8

/** One account, as its owner knows it. */
interface Owner {
  readonly email: string
  /** Those that may be the right one: two while a change was not answered. */
  passwords: string[]
  /** Null while that is not known: the request that decides it was not answered. */
  isThere: boolean | null
}

/** What its owner does with a fresh account until the server is gone, noting what was answered. */
async function live(server: ServerProcess, owner: Owner): Promise<void> {
  const { email } = owner
  const registered = await server.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
  if (registered.status !== 201) return
  owner.isThere = true
  const headers = {
    cookie: registered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }

  const newPassword = `${PASSWORD} and more`
  owner.passwords.push(newPassword)
  const changed = await server.post('/auth/change-password', { oldPassword: PASSWORD, newPassword }, headers)
  if (changed.status === 200) owner.passwords = [newPassword]
  await server.post('/auth/login', { email, password: newPassword })
  if (!email.includes('-0@')) return

  owner.isThere = null
  const deleted = await fetch(`${server.url}/auth/account`, {
    method: 'DELETE',
    headers: { ...headers, origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify({ password: newPassword }),
  })
  if (deleted.status === 200) owner.isThere = false
}

/** A server that is killed when it has given so many answers, while the other callers wait for theirs. */
function killedAfter(server: ServerProcess, answers: number): ServerProcess {
  let left = answers
  return {
    ...server,
    async post(...request) {
      const reply = await server.post(...request)
      if (--left < 0) server.kill('SIGKILL')
      return reply
    },
  }
}

/** Callers that open one account after the other. */
async function liveUntilDead(server: ServerProcess, prefix: string): Promise<Owner[]> {
  const owners: Owner[] = []
  const caller = async (n: number): Promise<void> => {
    for (let i = 0; ; i++) {
      const owner: Owner = { email: `${prefix}-${i}-${n}@example.com`, passwords: [PASSWORD], isThere: null }
      owners.push(owner)
      try {
        await live(server, owner)
      } catch {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)))
  return owners
}

/** How many of the passwords that may be right are. */
async function rightPasswords(server: ServerProcess, { email, passwords }: Owner): Promise<number> {
  const replies = await Promise.all(passwords.map((password) => server.post('/auth/login', { email, password })))
  return replies.filter(({ status }) => status === 200).length
}

describe('kill -9 during a storm of sign-ups, sign-ins, changes and deletions', () => {
  it('loses nothing that was answered, and leaves nothing half-done', async () => {
    const database = await emptyDatabase()
    onTestFinished(database.drop)
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'info', HASH_QUEUE: '1000', SECURITY_NOTICES: 'true' }
    const owners: Owner[] = []

    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(env, database.directory, withCheapHash())
      owners.push(...(await liveUntilDead(killedAfter(server, 20 + Math.random() * 20), `r${round}`)))
      await server.exited
    }

    const known = owners.filter(({ isThere }) => isThere !== null)
    expect(known.length).toBeGreaterThan(ROUNDS)
    const server = await startServer(env, database.directory, withCheapHash())
    const right = await Promise.all(known.map((owner) => rightPasswords(server, owner)))
    expect(right).toEqual(known.map(({ isThere }) => (isThere ? 1 : 0)))
    const engine = await openEngine({ url: database.url, poolSize: 1, onError: () => undefined })
    onTestFinished(engine.close)
    await expectConsistent(engine.query)
  })
})
