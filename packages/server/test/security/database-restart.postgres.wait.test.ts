import { describe, expect, it, onTestFinished } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { isOutage } from '../support/outage-traffic.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const CALLERS = 8
const BEFORE = 24

async function onOwnServer() {
  const server = await ownPostgres()
  onTestFinished(server.stop)
  await server.createDatabase('restarted')
  const here = await world({ databaseUrl: `${server.url}/restarted` })
  return { server, here }
}

/** Back, and noticed by the service without anybody's help. */
async function backAgain(server: Awaited<ReturnType<typeof ownPostgres>>, { browser }: World): Promise<void> {
  await server.startAgain()
  await expect.poll(async () => (await browser().get('/readyz')).status).toBe(200)
}

/** Signs up one after the other until something goes wrong, and notes who was let in. */
async function signUpUntilItFails({ browser }: World, prefix: string, letIn: string[]): Promise<void> {
  for (let n = 0; ; n++) {
    const email = `${prefix}-${n}@example.com`
    const reply = await browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
    if (reply.status !== 201) return expect(isOutage(reply), reply.text).toBe(true)
    letIn.push(email)
  }
}

describe('PostgreSQL that is stopped at once in the middle of requests', () => {
  it('has everything that was acknowledged when it is back, and the service goes on without a restart', async () => {
    const { server, here } = await onOwnServer()
    const ada = await here.signedUp()
    const letIn: string[] = []
    const callers = Array.from({ length: CALLERS }, (_, n) => signUpUntilItFails(here, `c${n}`, letIn))
    await expect.poll(() => letIn.length).toBeGreaterThan(BEFORE)
    await server.crash()
    await Promise.all(callers)

    expect((await here.browser().get('/healthz')).status).toBe(200)
    expect(await here.browser().get('/readyz')).toMatchObject({ status: 503, body: { error: 'not_ready' } })
    const refused = await ada.get('/auth/me')
    expect(refused).toMatchObject({ status: 503, body: { error: 'overloaded' }, headers: { 'retry-after': '1' }, setCookies: [] })

    await backAgain(server, here)
    expect((await ada.get('/auth/me')).status).toBe(200)
    for (const email of letIn)
      expect((await here.browser().post('/auth/login', { email, password: PASSWORD })).status, email).toBe(200)
    expect(
      (await here.browser().post('/auth/register', { email: 'new@example.com', password: PASSWORD, name: 'N' })).status,
    ).toBe(201)
    await expectConsistent(here.sql)

    // Now while every connection is idle.
    await server.crash()
    await backAgain(server, here)
    expect((await ada.get('/auth/me')).status).toBe(200)
  })
})
