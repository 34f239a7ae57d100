import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migratedDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { inTime } from '../support/in-time.ts'
import { startingServer } from '../support/server-process.ts'

const READYZ_TOKEN = 'f'.repeat(64)

describe('a service whose migrations take long', () => {
  it('says at its port that it is alive and not ready, until it is', async () => {
    const database = await migratedDatabase()
    onTestFinished(database.drop)
    const byHand = new pg.Client({ connectionString: database.url })
    await byHand.connect()
    onTestFinished(() => byHand.end())
    const { rows } = await byHand.query(`DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING id`)
    await byHand.query('BEGIN')
    await byHand.query('UPDATE migration_lock SET taken = taken + 1')

    const port = await freePort()
    const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
    const settings = { DATABASE_URL: database.url, PORT: String(port), READYZ_TOKEN }
    const { child, started } = startingServer(settings, database.directory)
    await expect
      .poll(() =>
        at('/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    const unready = await at('/readyz')
    expect([unready.status, await unready.json()]).toMatchObject([503, { error: 'not_ready' }])
    const told = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { authorization: `Bearer ${READYZ_TOKEN}` } })
    expect(await told.json()).toMatchObject({ error: 'not_ready', parts: [{ part: 'database', ready: false }] })
    const refused = await at('/auth/login', 'POST')
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      503,
      '1',
      { error: 'overloaded' },
    ])

    // As a roll sends it to a process that it has just started.
    child.kill('SIGHUP')

    await byHand.query('INSERT INTO migrations (id) VALUES ($1)', [rows[0]?.id])
    await byHand.query('COMMIT')
    const server = await started
    await expect.poll(async () => (await at('/readyz')).status).toBe(200)
    expect((await at('/auth/me')).status).toBe(401)
    await expect.poll(server.output, inTime).toContain('the settings were read again')
  })
})
