import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { atConsole, rowsOf } from '../../../../test/support/at-console.ts'
import type { HtmlPage } from '../../../../test/support/html-page.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

/** What each tile says. */
const tilesOf = (page: HtmlPage): string[] => page.textsOf('<a class="tile"[^>]*>(.*?)</a>')

/** What can be read about the days of a chart, one after the other. */
const valuesOf = (page: HtmlPage, name: string): string[] =>
  [...page.html.matchAll(new RegExp(`<input type="radio" name="${name}" aria-label="([^"]*)"`, 'g'))].map(([, text = '']) => text)

const textsIn = (page: HtmlPage, element: string): string[] => page.textsOf(`<p class="${element}" aria-hidden="true">(.*?)</p>`)

describe('/console', () => {
  it('shows how many accounts and open invites there are, and leads to them', async () => {
    const { visitor } = await atConsole({ ENABLE_INVITE: 'true' })
    await visitor.browser.post('/admin/invites', { email: 'guest@example.com' })
    const page = await visitor.open('/console')
    expect(page.heading).toBe('Dashboard')
    expect(tilesOf(page)).toEqual(['Accounts 2', 'Open invites 1'])
    expect(page.links).toContain('/console/invites?status=pending')
  })

  it('has nothing to say about invites where they are switched off', async () => {
    const { visitor } = await atConsole()
    expect(tilesOf(await visitor.open('/console'))).toEqual(['Accounts 2'])
  })

  it('has a value for each day, to be pointed at, tapped or reached by keys, and a summary before them', async () => {
    const { visitor, browser } = await atConsole()
    for (let n = 0; n < 3; n++) await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    const page = await visitor.open('/console')
    expect(valuesOf(page, 'sign-ups')).toHaveLength(30)
    expect(valuesOf(page, 'sign-ups').slice(-2)).toEqual(['Dec 31: 0', 'Today so far: 2'])
    expect(valuesOf(page, 'sign-ins').slice(-2)).toEqual(['Dec 31: 0, 0 failed', 'Today so far: 1, 3 failed'])
    expect(page.textsOf('<p class="legend hint">(.*?)</p>')).toEqual(['Succeeded: 1 Failed: 3'])
    expect(page.textsOf('<legend[^>]*>(.*?)</legend>')).toEqual([
      'Sign-ups per day: 2 in all, the most on Jan 1 with 2.',
      'Sign-ins per day: 1 in all, the most on Jan 1 with 1.',
    ])
  })

  it('draws days that are over apart from today, and failures on top of what succeeded', async () => {
    const { visitor, browser, sql } = await atConsole()
    await sql(`INSERT INTO day_counters SELECT figure, day - 1, shard, 4 * total FROM day_counters`)
    for (let n = 0; n < 3; n++) await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    const page = await visitor.open('/console')
    const shapes = (name: string) =>
      [...page.html.matchAll(new RegExp(`<path class="${name}" d="([^"]*)"`, 'g'))].map(([, d]) => d)
    // Eight yesterday, which is as high as it goes, and two today.
    expect(page.html).toContain('<path d="M281 100v-100h8v100z"')
    expect(shapes('today')).toEqual(['M291 100v-25h8v25z', 'M291 100v-25h8v25z'])
    expect(shapes('failed today')).toEqual(['M291 75v-75h8v75z'])
  })

  it('says how high it goes, which days they are, and that today is not over', async () => {
    const { visitor, sql } = await atConsole()
    await sql(`UPDATE day_counters SET total = 1234 WHERE figure = 'sign-up'`)
    const page = await visitor.open('/console')
    expect(textsIn(page, 'scale')).toEqual([expect.stringMatching(/^(\S+) (\S+) 0$/), '2 1 0'])
    expect(textsIn(page, 'axis')[0]).toBe('Dec 3 Dec 13 Dec 22 Today so far')
  })

  it.each([
    ['', 'the 30 days before', 30],
    ['?days=7', 'the 7 days before', 7],
    ['?days=90', 'the 90 days before', 90],
    ['?days=constructor', 'the 30 days before', 30],
  ])('shows the period of %s, and compares it with %s', async (query, before, days) => {
    const { visitor, sql } = await atConsole()
    await sql(`INSERT INTO day_counters SELECT figure, day - ?, shard, 7 * total FROM day_counters`, [days])
    const page = await visitor.open(`/console${query}`)
    expect(valuesOf(page, 'sign-ups')).toHaveLength(days)
    expect(page.text).toContain(`2 in the last ${days} days 14 in ${before}`)
    expect(page.textsOf('<ul class="chips">.*?aria-current="true">(.*?)</a>')).toEqual([`${days} days`])
    expect(page.links).toEqual(expect.arrayContaining(['/console?days=7', '/console', '/console?days=90']))
  })

  it('compares with nothing where the log does not reach back', async () => {
    const { visitor } = await atConsole({ AUDIT_RETENTION: '40d' })
    expect((await visitor.open('/console')).text).not.toContain('days before')
  })

  it('has the same as a table, the newest day first', async () => {
    const { visitor } = await atConsole()
    const page = await visitor.open('/console')
    expect(page.textsOf('<details class="panel fold"><summary>(.*?)</summary>')).toEqual(['Show as table'])
    const rows = rowsOf(page)
    expect(rows).toHaveLength(30)
    expect(rows.slice(0, 2)).toEqual(['Today so far 2 1 0', 'Dec 31 0 0 0'])
  })

  it('is calm when nothing happened', async () => {
    const { root, sql, clock } = await administered()
    await sql(`UPDATE day_counters SET day = day - 31`)
    clock.advance(1000)
    const page = await new PageVisitor(root).open('/console')
    expect(page.textsOf('<legend[^>]*>(.*?)</legend>')).toEqual(['Sign-ups per day: none.', 'Sign-ins per day: none.'])
    expect(page.html).not.toContain('NaN')
  })

  it('tells what happened last, and leads to the log', async () => {
    const { visitor, browser, clock } = await atConsole()
    clock.advance(7_200_000)
    await browser().post('/auth/login', { email: ADA, password: PASSWORD })
    clock.advance(60_000)
    await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    const lines = (await visitor.open('/console')).section('recent').textsOf('<li>(.*?)</li>')
    expect(lines.slice(0, 2)).toEqual([
      'Sign-in refused Failed ada@example.com just now',
      'Signed in ada@example.com 1 minute ago',
    ])
    expect(lines).toHaveLength(6)
    expect(visitor.page.section('recent').links).toContain('/console/audit')
  })

  it('says how the service is: its mail, its limits, its version', async () => {
    const { visitor, sql, clock } = await atConsole()
    const facts = async () => (await visitor.open('/console')).section('service').text
    expect(await facts()).toMatch(/^Service Mail queue Empty Refused by rate limits 0 By this process, .* Version \d+\.\d+\.\d+$/)
    await sql(`UPDATE outbox SET done_at = NULL, leased_until = ?`, [clock.now() * 2])
    clock.advance(2 * 3_600_000)
    await visitor.browser.post('/auth/refresh')
    expect(await facts()).toContain('Mail queue One mail is waiting The oldest was written 2 hours ago')
    expect(visitor.page.section('service').html).toContain('<span class="tag bad">One mail')
  })

  it('counts whom limits have refused', async () => {
    const { visitor, browser } = await atConsole({ RATE_LIMITS: 'true' })
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => browser().post('/auth/login', { email: ADA, password: 'wrong' })),
    )
    const refused = replies.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect((await visitor.open('/console')).section('service').text).toContain(`Refused by rate limits ${refused} `)
  })
})
