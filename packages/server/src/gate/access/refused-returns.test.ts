import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'
import { DAY_MS, HOUR_MS } from '../../platform/kernel/clock.ts'

const signIn = (returnTo: string) => `/sign-in?${new URLSearchParams({ returnTo })}`

async function watched(env: Record<string, string> = {}) {
  const here = await world({ env: { ALLOWED_ORIGINS: 'https://app.example.com', ...env } })
  const lines = (part: string) =>
    here
      .logged()
      .split('\n')
      .filter((line) => line.includes(part))
  const kept = async () => {
    await here.depsFor().refusedReturns.settled()
    return (await here.sql(`SELECT origin FROM refused_returns ORDER BY origin`)).map(({ origin }) => origin)
  }
  return { ...here, warned: () => lines('people are not sent back there'), kept }
}

describe('an origin that people are not sent back to', () => {
  it('is told of once, with the setting, and with nothing of the address but the origin', async () => {
    const { browser, warned, kept, statements } = await watched()
    await browser().get(signIn('https://WIKI.example.com/secret-path?token=of-ada#part'))
    expect(warned().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        origin: 'https://wiki.example.com',
        msg: expect.stringMatching(/ALLOWED_ORIGINS.*FORWARD_AUTH_APPS/),
      }),
    ])
    expect(warned().join()).not.toMatch(/secret-path|of-ada/)
    expect(await kept()).toEqual(['https://wiki.example.com'])
    const writes = () => statements().filter((text) => text.startsWith('INSERT INTO refused_returns')).length
    expect(writes()).toBe(1)
    await browser().get(signIn('https://wiki.example.com/other'))
    await kept()
    expect([warned().length, writes()]).toEqual([1, 1])
  })

  it('is told of by whichever way it was asked for', async () => {
    const { browser, signedUp, kept } = await watched()
    const ada = await signedUp()
    await ada.get(signIn('https://signed-in.example'))
    await browser().post('/auth/forgot-password', { email: 'ada@example.com', returnTo: 'https://mailed.example/x' })
    expect(await kept()).toEqual(['https://mailed.example', 'https://signed-in.example'])
  })

  it('is nothing that is allowed, and nothing that is no address', async () => {
    const { browser, warned, kept } = await watched({ FORWARD_AUTH_APPS: 'https://wiki.example.com' })
    const fine = ['https://app.example.com/x', 'https://wiki.example.com/', '/account']
    const broken = [
      'https://me:secret@evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      `https://${'a'.repeat(300)}.example`,
      'https://a b/',
    ]
    for (const wanted of [...fine, ...broken]) await browser().get(signIn(wanted))
    expect([warned(), await kept()]).toEqual([[], []])
  })

  it('floods neither the log nor the table, however many a stranger names at once, in two processes', async () => {
    const here = await watched()
    const beside = await world({ databaseUrl: here.database.url })
    const names = Array.from({ length: 60 }, (_, at) => `https://app-${at}.evil.example/`)
    await Promise.all(names.map((name, at) => (at % 2 ? here : beside).browser().get(signIn(name))))
    for (const name of names) await here.browser().get(signIn(name))
    await beside.depsFor().refusedReturns.settled()
    expect(here.warned().length).toBe(20)
    expect((await here.kept()).length).toBe(20)
    expect(here.logged()).toContain('no further origins')
  })

  it('is told of after a stranger has named many others, too', async () => {
    const { browser, warned, kept, clock } = await watched()
    for (let at = 0; at < 30; at++) await browser().get(signIn(`https://app-${at}.evil.example/`))
    await browser().get(signIn('https://wiki.example.com'))
    expect(await kept()).not.toContain('https://wiki.example.com')
    clock.advance(HOUR_MS)
    await browser().get(signIn('https://wiki.example.com'))
    expect([(await kept()).length, await kept()]).toEqual([20, expect.arrayContaining(['https://wiki.example.com'])])
    const told = warned().length
    clock.advance(HOUR_MS)
    await browser().get(signIn('https://wiki.example.com'))
    expect(warned().length).toBe(told)
  })

  it('is refused in the same way while the database does not write', async () => {
    const { browser, warned, kept, sql, logged, depsFor } = await watched()
    await sql(`ALTER TABLE refused_returns RENAME TO gone`)
    expect((await browser().get(signIn('https://wiki.example.com'))).status).toBe(200)
    await depsFor().refusedReturns.settled()
    await sql(`ALTER TABLE gone RENAME TO refused_returns`)
    expect([warned().length, await kept()]).toEqual([1, []])
    expect(logged()).toContain('could not be noted')
  })

  it('is forgotten after thirty days', async () => {
    const { browser, kept, clock, purge } = await watched()
    await browser().get(signIn('https://wiki.example.com'))
    expect(await kept()).toHaveLength(1)
    clock.advance(31 * DAY_MS)
    await purge.run()
    expect(await kept()).toEqual([])
  })
})
