import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../database.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { PASSWORD } from '../world.ts'

const ROUNDS = 4
const CALLERS = 8

/** Registers as fast as it can until the server is gone, and says which addresses were answered 201. */
async function registerUntilDead(server: ServerProcess, prefix: string): Promise<string[]> {
  const acknowledged: string[] = []
  const caller = async (n: number): Promise<void> => {
    for (let i = 0; ; i++) {
      const email = `${prefix}-${n}-${i}@example.com`
      try {
        const reply = await server.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
        if (reply.status === 201) acknowledged.push(email)
      } catch {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)))
  return acknowledged
}

describe('kill -9 during a storm of registrations', () => {
  it('loses no account that was answered 201', async () => {
    const database = await emptyDatabase()
    onTestFinished(database.drop)
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'info', HASH_QUEUE: '1000' }
    const acknowledged: string[] = []

    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(env, database.directory)
      const storm = registerUntilDead(server, `r${round}`)
      setTimeout(() => server.kill('SIGKILL'), 300 + Math.random() * 400)
      acknowledged.push(...(await storm))
      await server.exited
    }

    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
    const server = await startServer(env, database.directory)
    const statuses = await Promise.all(
      acknowledged.map(async (email) => (await server.post('/auth/login', { email, password: PASSWORD })).status),
    )
    expect(statuses).toEqual(acknowledged.map(() => 200))
  })
})
