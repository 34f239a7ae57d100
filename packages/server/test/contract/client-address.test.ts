import { describe, expect, it } from 'vitest'
import { shared } from '../support/shared.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

let registered = 0
const somebody = () => ({ email: `ada${registered++}@example.com`, password: PASSWORD, name: 'Ada' })

describe('client address', () => {
  const PROXIES = '127.0.0.1,10.0.0.0/8'
  const behind = shared(() => world({ env: { TRUSTED_PROXIES: PROXIES } }))
  const behindMany = shared(() => world({ env: { TRUSTED_PROXIES: `${PROXIES},fd00::/8` } }))

  const ipSeen = async ({ browser }: Pick<World, 'browser'>, forwarded: string) => {
    const reply = await browser().post('/auth/register', somebody(), { headers: { 'x-forwarded-for': forwarded } })
    return reply.body.session.ipAddress
  }

  it('is the socket’s, whatever the headers claim', async () => {
    expect(await ipSeen(await world(), '203.0.113.9')).toBe('127.0.0.1')
    expect(await ipSeen(await world({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } }), '203.0.113.9')).toBe('127.0.0.1')
  })

  it('is the rightmost untrusted hop behind trusted proxies', async () => {
    expect(await ipSeen(behind(), '203.0.113.9')).toBe('203.0.113.9')
    expect(await ipSeen(behind(), '1.2.3.4, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
  })

  it.each([
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['203.0.113.9:5678, 10.1.2.3:443', '203.0.113.9'],
    ['203.0.113.9, [fd00::7]:8080, 10.1.2.3:443', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9:1, ::ffff:10.1.2.3', '203.0.113.9'],
  ])('is an address alone, without the port and brackets of %j', async (forwarded, ip) => {
    const { browser, sql } = behindMany()
    const { body } = await browser().post('/auth/register', somebody(), { headers: { 'x-forwarded-for': forwarded } })
    expect(body.session.ipAddress).toBe(ip)
    expect(await sql(`SELECT DISTINCT ip FROM audit_events WHERE target_user_id = ?`, [body.user.id])).toEqual([{ ip }])
  })

  it.each([
    'unknown',
    '203.0.113.9:',
    '203.0.113.9:123456',
    '203.0.113.09',
    '203.0.113.9.',
    '[203.0.113.9',
    '2001:db8::1]',
    '[2001:db8::1]x',
    '[]:80',
    '_hidden',
    `${'1'.repeat(300)}.1.1.1`,
    `2001:db8::${'1'.repeat(300)}`,
    `203.0.113.9, ${'x'.repeat(300)}, 10.1.2.3`,
  ])('is the peer’s where the hop is none: %j', async (forwarded) => {
    expect(await ipSeen(behind(), forwarded)).toBe('127.0.0.1')
  })

  it.each([
    ['::ffff:127.0.0.1', '10.0.0.0/8'],
    ['127.0.0.0/8', '::ffff:10.0.0.0/104'],
  ])('is found behind proxies that are written as %s and %s', async (...ranges) => {
    const here = await world({ env: { TRUSTED_PROXIES: ranges.join() } })
    expect(await ipSeen(here, '203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(await ipSeen(here, '10.9.9.9, 11.1.2.3')).toBe('11.1.2.3')
  })

  it('is the leftmost hop where all are trusted', async () => {
    expect(await ipSeen(behind(), '10.1.2.3, 10.4.5.6')).toBe('10.1.2.3')
  })

  it('is looked for in thirty hops, and not in thousands', async () => {
    const hops = Array.from({ length: 1000 }, (_, n) => `10.0.${n >> 8}.${n & 0xff}`)
    expect(await ipSeen(behind(), hops.toReversed().join())).toBe(hops[29])
  })

  it('is stored with a user agent that is cut at 512 characters and has no control characters', async () => {
    const { browser } = behind()
    const reply = await browser().post('/auth/register', somebody(), { headers: { 'user-agent': `a\tb${'x'.repeat(600)}` } })
    expect(reply.body.session.userAgent).toBe(`ab${'x'.repeat(510)}`)
  })
})
