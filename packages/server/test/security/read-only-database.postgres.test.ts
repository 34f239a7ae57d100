import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../support/world.ts'

describe('a PostgreSQL server that has become read-only, as after a failover', () => {
  it('is no reason to send traffic here, and once it writes again every request succeeds', async () => {
    const here = await world()
    const name = new URL(here.database.url).pathname.slice(1)
    // On the one connection from before: a new one would be read-only, too.
    const byHand = (text: string) => here.elsewhere.query(text)
    const setReadOnly = (value: 'on' | 'off') => byHand(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
    const ada = await here.signedUp()
    const logins = () =>
      Promise.all(
        Array.from({ length: 10 }, () => here.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })),
      )

    await setReadOnly('on')
    await byHand(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = '${name}'`,
    )
    await expect.poll(async () => (await here.browser().get('/readyz')).status).toBe(503)
    expect((await here.browser().get('/readyz')).body.message).toMatch(/takes no writes/)
    expect((await ada.get('/auth/me')).status).toBe(200)
    for (const { status, body } of await logins()) expect([status, body.error]).toEqual([500, 'internal_error'])

    await setReadOnly('off')
    for (const { status } of await logins()) expect(status).toBe(200)
    await expect.poll(async () => (await here.browser().get('/readyz')).status).toBe(200)
  })
})
