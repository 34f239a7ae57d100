import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { BEHIND_PROXY, enter, from, look, onLimits, times } from '../support/counted-client.ts'
import { guess, limited, visible } from '../support/limited.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000

describe('a client', () => {
  it('is a whole /64 of IPv6, and one address of IPv4', async () => {
    const here = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '1', LIMIT_GENERAL_PER_MINUTE: '1' })
    for (const send of [enter, look]) {
      for (const ip of ['2001:db8:1:1::1', '2001:db8:1:2::1', '192.0.2.1', '192.0.2.2']) {
        expect((await send(here, ip)).status, ip).not.toBe(429)
      }
      for (const ip of ['2001:db8:1:1::2', '2001:DB8:1:2:ffff::', '192.0.2.1', '::ffff:192.0.2.2']) {
        expect((await send(here, ip)).status, ip).toBe(429)
      }
    }
  })

  it('is the IPv4 address inside, for one whom a translator or a tunnel shows as IPv6', async () => {
    const here = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '1', LIMIT_GENERAL_PER_MINUTE: '1' })
    for (const send of [enter, look]) {
      for (const ip of ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', '64:ff9b:1::192.0.2.3', '2002:c000:204::1'])
        expect((await send(here, ip)).status, ip).not.toBe(429)
      for (const ip of ['192.0.2.1', '::ffff:192.0.2.2', '192.0.2.3', '2002:c000:204:5::9', '64:ff9b::192.0.2.4'])
        expect((await send(here, ip)).status, ip).toBe(429)
    }
  })

  it.each([
    ['/56', '1', '256', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:1:ff::1', '2001:db8:1:100::1'],
    ['/48', '256', '1', (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`, '2001:db8:1:ffff::1', '2001:db8:2::1'],
  ])('is a whole %s of IPv6, too, with a higher limit', async (_, wider56, wider48, neighbour, other, stranger) => {
    for (const send of [enter, look]) {
      const limit = { LIMIT_ENTRY_PER_MINUTE: '5', LIMIT_GENERAL_PER_MINUTE: '5' }
      const factors = { LIMIT_IPV6_56_FACTOR: wider56, LIMIT_IPV6_48_FACTOR: wider48 }
      const here = await limited({ ...BEHIND_PROXY, ...limit, ...factors })
      for (let n = 0; n < 5; n++) expect((await send(here, neighbour(n))).status).not.toBe(429)
      expect((await send(here, other)).status).toBe(429)
      expect((await send(here, stranger)).status).not.toBe(429)
    }
  })

  it('has four times the limit in a /56 and sixteen times in a /48, unless set', async () => {
    const here = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '2', LIMIT_GENERAL_PER_MINUTE: '2' })
    for (const send of [enter, look]) {
      const of56 = async (site: number) => {
        const statuses: number[] = []
        for (let n = 0; n < 8; n++) statuses.push((await send(here, `2001:db8:1:${(site * 256 + n).toString(16)}::1`)).status)
        return statuses.filter((status) => status !== 429).length
      }
      expect([await of56(0), await of56(1), await of56(2), await of56(3)]).toEqual([8, 8, 8, 8])
      expect(await of56(4)).toBe(0)
    }
    const there = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '2', LIMIT_GENERAL_PER_MINUTE: '2' })
    for (const send of [enter, look]) {
      for (let n = 0; n < 8; n++) expect((await send(there, `2001:db8:1:${n}::1`)).status).not.toBe(429)
      expect((await send(there, '2001:db8:1:8::1')).status).toBe(429)
    }
  })

  it.each(['192.0.2.1', '2001:db8::1'])('costs one statement to count: %s', async (ip) => {
    const here = await limited(BEHIND_PROXY)
    const before = here.statements().length
    await enter(here, ip)
    expect(here.statements().slice(before).filter(onLimits)).toHaveLength(1)
  })

  it('that is over the limit of its /48 costs no statement any more', async () => {
    const here = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '1', LIMIT_IPV6_48_FACTOR: '1' })
    await enter(here, '2001:db8:1:1::1')
    expect((await enter(here, '2001:db8:1:2::1')).status).toBe(429)
    const before = here.statements().length
    expect((await enter(here, '2001:db8:1:3::1')).status).toBe(429)
    expect(here.statements().slice(before)).toEqual([])
  })

  it('is counted one by one in all its networks when many come at once, to two services', async () => {
    const env = { ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '3', LIMIT_IPV6_56_FACTOR: '2', LIMIT_IPV6_48_FACTOR: '5' }
    const here = await limited(env)
    const there = await limited(env, here.database.url)
    const ipOf = (n: number) => `2001:db8:1:${((n >> 2) * 256 + (n % 4)).toString(16)}::1`
    const replies = await Promise.all(Array.from({ length: 80 }, (_, n) => enter(n % 3 ? here : there, ipOf(n))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400, 429]))
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(15)
  })

  it('is who a trusted proxy says it is, and nobody else says so', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    await enter(here, '192.0.2.1')
    expect((await enter(here, '192.0.2.2')).status).toBe(429)
    const behind = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '1' })
    await enter(behind, '203.0.113.9, 192.0.2.1:5678')
    expect((await enter(behind, '203.0.113.8, 192.0.2.1')).status).toBe(429)
    expect((await enter(behind, '203.0.113.9, 192.0.2.2')).status).toBe(400)
  })

  it('gets the same refusal whatever it asked for', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    await enter(here)
    expect(visible(await guess(here))).toEqual(visible(await enter(here)))
  })
})

describe('a browser in which somebody has signed in', () => {
  const LIMITS = { ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '3', LIMIT_GENERAL_PER_MINUTE: '3' }
  const NAT = '192.0.2.1'
  const elsewhere = (n: number) => from(`198.51.100.${n}`)
  const register = (browser: Browser, n: number) =>
    browser.post('/auth/register', { email: `ada${n}@example.com`, password: PASSWORD, name: 'Ada' }, elsewhere(n))

  /** Browsers that have nothing but the device cookie, each from a network of its own. */
  async function knownBrowsers(here: World, count: number): Promise<Browser[]> {
    const browsers: Browser[] = []
    for (let n = 0; n < count; n++) {
      const signedUp = here.browser()
      await register(signedUp, n)
      browsers.push(onlyDevice(here.browser(), signedUp.jar.get('_device')))
    }
    return browsers
  }
  const onlyDevice = (browser: Browser, device = '') => {
    browser.jar.set('_device', device)
    return browser
  }

  const requests = [
    ['signs in or redeems', (browser: Browser, ip = NAT) => browser.clone().post('/auth/verify-email', { code: 'x' }, from(ip))],
    ['asks anything else', (browser: Browser, ip = NAT) => browser.clone().get('/auth/check', from(ip))],
  ] as const

  describe.each(requests)('and %s', (_, send) => {
    const sent = async (count: number, browser: Browser, ip?: string): Promise<number> => {
      let answered = 0
      for (let n = 0; n < count; n++) if ((await send(browser, ip)).status !== 429) answered++
      return answered
    }

    it('is not kept out by strangers in its network, nor they by it', async () => {
      const here = await limited(LIMITS)
      const [known] = await knownBrowsers(here, 1)
      if (!known) throw new Error('unreachable')
      expect(await sent(10, here.browser())).toBe(3)
      expect(await sent(3, known)).toBe(3)
      here.clock.advance(MINUTE)
      expect(await sent(3, known)).toBe(3)
      expect(await sent(10, here.browser())).toBe(3)
    })

    it('has the limit of one stranger, in whatever networks it is', async () => {
      const here = await limited(LIMITS)
      const [known] = await knownBrowsers(here, 1)
      if (!known) throw new Error('unreachable')
      expect([await sent(2, known), await sent(2, known, '192.0.2.2'), await sent(1, known, '192.0.2.3')]).toEqual([2, 1, 0])
    })

    it('shares ten times the limit with all like it in its network', async () => {
      const here = await limited(LIMITS)
      const many = await knownBrowsers(here, 12)
      const answered: number[] = []
      for (const browser of many) answered.push(await sent(3, browser))
      expect(answered).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0])
      expect(await sent(1, here.browser())).toBe(1)
    })

    it('shares as many as are set, also with all in its /48', async () => {
      const here = await limited({ ...LIMITS, LIMIT_KNOWN_FACTOR: '2', LIMIT_IPV6_56_FACTOR: '2', LIMIT_IPV6_48_FACTOR: '1' })
      const many = await knownBrowsers(here, 3)
      const answered: number[] = []
      for (const [n, browser] of many.entries()) answered.push(await sent(3, browser, `2001:db8:1:${n}::1`))
      expect(answered).toEqual([3, 3, 0])
      expect(await sent(1, here.browser(), '2001:db8:1:9::1')).toBe(1)
    })

    it.each([
      ['made up', () => 'A'.repeat(43)],
      ['changed', (device: string) => device.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))],
      ['there twice', (device: string) => `${device}; _device=${device}`],
      ['very long', () => 'A'.repeat(4000)],
    ])('is a stranger when its cookie is %s', async (_why, change) => {
      const here = await limited(LIMITS)
      const [known] = await knownBrowsers(here, 1)
      const forged = onlyDevice(here.browser(), change(known?.jar.get('_device') ?? ''))
      expect(await sent(2, forged)).toBe(2)
      expect(await sent(2, here.browser())).toBe(1)
      expect(await sent(1, forged)).toBe(0)
    })

    it('is counted by two services together', async () => {
      const here = await limited({ ...LIMITS, LIMIT_GENERAL_PER_MINUTE: '20', LIMIT_ENTRY_PER_MINUTE: '20' })
      const there = await limited({ ...LIMITS, LIMIT_GENERAL_PER_MINUTE: '20', LIMIT_ENTRY_PER_MINUTE: '20' }, here.database.url)
      const [known] = await knownBrowsers(here, 1)
      const twin = onlyDevice(there.browser(), known?.jar.get('_device'))
      if (!known) throw new Error('unreachable')
      expect(await sent(15, known)).toBe(15)
      await here.limits.flush()
      await sent(1, twin)
      await there.limits.flush()
      expect(await sent(10, twin)).toBe(4)
    })
  })

  it('costs one statement where it signs in or redeems, and none elsewhere', async () => {
    const here = await limited({ ...BEHIND_PROXY })
    const [known] = await knownBrowsers(here, 1)
    const costs = async (work: () => Promise<unknown>): Promise<number> => {
      const before = here.statements().length
      await work()
      return here
        .statements()
        .slice(before)
        .filter((text) => onLimits(text) || text.includes('devices')).length
    }
    for (const ip of [NAT, '2001:db8::1']) {
      expect(await costs(async () => known && requests[0][1](known, ip))).toBe(1)
      expect(await costs(async () => known && requests[1][1](known, ip))).toBe(0)
    }
  })

  it('can sign in with the form of the page when strangers in its network cannot', async () => {
    const here = await limited({ ...BEHIND_PROXY, LIMIT_ENTRY_PER_MINUTE: '3' })
    const [known] = await knownBrowsers(here, 1)
    await times(4, () => enter(here, '127.0.0.1'))
    const typed = { email: 'ada0@example.com', password: PASSWORD }
    const stranger = new PageVisitor(here.browser())
    await stranger.open('/sign-in')
    expect((await stranger.submit('signIn', typed)).status).toBe(429)
    const visitor = new PageVisitor(known ?? here.browser())
    await visitor.open('/sign-in')
    expect((await visitor.submit('signIn', typed)).status).toBe(200)
    expect(visitor.browser.jar.has('app_session')).toBe(true)
  })
})

describe('the rows of all limits', () => {
  it('name no address and no client, are bounded in number, and go when they have expired', async () => {
    const here = await limited({ ...BEHIND_PROXY, LIMIT_GENERAL_PER_MINUTE: '20' })
    await here.signedUp()
    await here.browser().post('/auth/forgot-password', { email: 'ada@example.com' })
    for (let n = 1; n <= 20; n++) await guess(here, `guest${n}@example.com`)
    await look(here)
    await here.limits.flush()
    const rows = await here.sql(`SELECT bucket FROM limits`)
    expect(rows.length).toBeGreaterThan(20)
    for (const { bucket } of rows)
      expect(bucket).toMatch(/^(?:(?:entry|general)(?:-devices?)?|password(?:-device)?|mail-minute|mail-hour):[0-9a-f]{6}$/)
    here.clock.advance(2 * 86_400_000 - 1)
    await here.purge.run()
    expect((await here.sql(`SELECT bucket FROM limits`)).every(({ bucket }) => String(bucket).startsWith('password:'))).toBe(true)
    here.clock.advance(2)
    await here.purge.run()
    expect(await here.sql(`SELECT bucket FROM limits`)).toEqual([])
  })
})
