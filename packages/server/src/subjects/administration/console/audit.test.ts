import { describe, expect, it } from 'vitest'
import { ADA, ROOT } from '../../../../test/support/administered.ts'
import { atConsole, filter, rowsOf } from '../../../../test/support/at-console.ts'
import { addPasskey, enterByPasskey } from '../../../../test/support/factored.ts'
import type { HtmlPage } from '../../../../test/support/html-page.ts'
import { DAY } from '../../../../test/support/invited.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import { EVENT_TYPES } from '../../../gate/audit/events.ts'

const NOON = 'Jan 1, 2030, 12:00:00 AM'

async function atLog() {
  const here = await atConsole()
  return { ...here, first: await here.visitor.open('/console/audit') }
}

/** What the rows say happened. */
const whatIn = (page: Pick<HtmlPage, 'textsOf'>): string[] =>
  page.textsOf('<details class="event"><summary>(.*?)</summary>').map((text) => text.replace(/ Failed$/, ''))

/** The rows without the ids of requests, which are new each time. */
const readIn = (page: HtmlPage): string[] => rowsOf(page).map((row) => row.replace(/ Request [0-9a-f-]{36}/, ''))

describe('/console/audit', () => {
  it('says who did what, when and from where, the newest first', async () => {
    const { visitor, browser, adaId, clock } = await atLog()
    clock.advance(1)
    await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    clock.advance(1)
    await visitor.browser.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })
    const rows = readIn(await visitor.open('/console/audit'))
    expect(rows.slice(0, 2)).toEqual([
      `Role changed What admin.user.role_changed Role admin User agent TestBrowser/1.0 root@example.com concerning ada@example.com 127.0.0.1 Unknown browser ${NOON}`,
      `Sign-in refused Failed What login.failed User agent TestBrowser/1.0 Not signed in concerning ada@example.com 127.0.0.1 Unknown browser ${NOON}`,
    ])
    expect(visitor.page.links).toContain(`/console/users/${adaId}`)
  })

  it('says how many an event stands for', async () => {
    const { visitor, browser } = await atLog()
    for (let n = 0; n < 12; n++) await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    const [row] = readIn(await visitor.open('/console/audit?success=false'))
    expect(row).toBe(
      `Sign-in refused Failed ×12 What login.failed User agent TestBrowser/1.0 Not signed in concerning ada@example.com 127.0.0.1 Unknown browser ${NOON}`,
    )
  })

  it('names whoever is gone by no address, and leads to the rest of their story', async () => {
    const { visitor, adaId } = await atLog()
    await visitor.browser.delete(`/admin/users/${adaId}`)
    const page = await visitor.open(`/console/audit?target=${adaId}`)
    expect(page.text).not.toContain(ADA)
    expect(rowsOf(page)[0]).toMatch(/^Account deleted What account.deleted .* root@example.com concerning Deleted account/)
    expect(page.links).toContain(`/console/audit?target=${adaId}`)
  })

  it('has every type of event to choose from, in words', async () => {
    const { first, auditTypes, visitor } = await atLog()
    const options = [...first.html.matchAll(/<option value="([^"]+)">([^<]*)</g)].map(([, type, words]) => [type, words])
    for (const type of new Set(await auditTypes())) expect(options.map(([value]) => value)).toContain(type)
    expect(options).toContainEqual(['session.reuse_detected', 'Session ended: an old token was used again'])
    expect(new Set(whatIn(await filter(visitor, { type: 'user.registered' })))).toEqual(new Set(['Signed up']))
    expect(rowsOf(visitor.page)).toHaveLength(2)
  })

  it('shows a type that it has no words for as it is', async () => {
    const { visitor, sql } = await atLog()
    await sql(`UPDATE audit_events SET type = 'from.the.future' WHERE type = 'login.success' OR type = 'user.registered'`)
    expect((await visitor.open('/console/audit')).text).toContain('from.the.future What from.the.future')
  })

  it('names the command line, which is nobody’s request', async () => {
    const { visitor, sql } = await atLog()
    await sql(
      `UPDATE audit_events SET actor_id = NULL, request_id = '', ip = '', user_agent = 'latchkey command line' WHERE type = 'user.registered'`,
    )
    expect(rowsOf(await filter(visitor, { type: 'user.registered' }))[0]).toContain('The command line concerning ada@example.com')
  })

  it('filters by who did it and whom it concerns, by address or id', async () => {
    const { visitor, adaId, rootId } = await atLog()
    await visitor.browser.send('PATCH', `/admin/users/${adaId}/ban`)
    await visitor.open('/console/audit')
    for (const actor of [ROOT, ' ROOT@example.com ', rootId]) {
      expect(whatIn(await filter(visitor, { actor, target: ADA }))).toEqual(['Account banned', 'Session ended'])
      expect(visitor.page.field('actor')?.['value']).toBe(actor)
    }
    expect(whatIn(await filter(visitor, { actor: '', target: adaId }))).toContain('Signed up')
  })

  it.each(['actor', 'target'])('says beside the field that nobody has the address of the %s', async (name) => {
    const { visitor } = await atLog()
    const page = await filter(visitor, { [name]: 'nobody@example.com' })
    expect(page.field(name)).toMatchObject({ value: 'nobody@example.com', error: 'No account has this address.' })
    expect(rowsOf(page)).toEqual([])
    expect(page.alert).toBeUndefined()
  })

  it('filters by outcome and network address', async () => {
    const { visitor, browser } = await atLog()
    await browser().post('/auth/login', { email: ADA, password: PASSWORD.toUpperCase() })
    expect(whatIn(await filter(visitor, { success: 'false' }))).toEqual(['Sign-in refused'])
    expect((await filter(visitor, { success: '', ip: '203.0.113.9' })).text).toContain('No event matches.')
    expect(rowsOf(await filter(visitor, { ip: '127.0.0.1' })).length).toBeGreaterThan(3)
  })

  it('filters by day, both ends included', async () => {
    const { visitor, browser, clock } = await atLog()
    clock.advance(DAY + 3_600_000)
    await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    await browser().post('/auth/login', { email: 'nobody@example.com', password: 'wrong' })
    await visitor.open('/console/audit')
    const failures = async (fields: object) => whatIn(await filter(visitor, { type: 'login.failed', ...fields })).length
    expect(await failures({ from: '2030-01-02', to: '2030-01-02' })).toBe(2)
    expect(await failures({ from: '2030-01-01', to: '2030-01-01' })).toBe(0)
    expect(await failures({ from: '2030-01-03', to: '' })).toBe(0)
    await filter(visitor, { from: '2030-01-03', to: '2030-01-02' })
    expect(visitor.page.field('to')?.['error']).toBe('This is before the first day.')
  })

  it.each(['ip=x', 'from=x', 'to=x', 'to=2030-13-41', 'success=1', 'type=%00', 'within=3y', 'offset=x', 'after=x'])(
    'says that it cannot read ?%s',
    async (query) => {
      const { visitor } = await atLog()
      const page = await visitor.open(`/console/audit?${query}`)
      expect(page.alert).toBe('We can’t read these filters. Please check what you typed.')
      const [name = ''] = query.split('=')
      const isTyped = ['ip', 'from', 'to', 'success', 'type'].includes(name)
      expect([page.field(name)?.['error'], page.html.split('aria-invalid').length - 1]).toEqual(
        isTyped ? ['This cannot be read.', 1] : [undefined, 0],
      )
    },
  )

  it('says once that days and times are UTC, and has the seconds in each row', async () => {
    const { first } = await atLog()
    expect(first.text.match(/UTC/g)).toHaveLength(1)
    expect(first.text).toContain('Days and times are in UTC.')
    for (const row of rowsOf(first)) expect(row).toMatch(/ \d+:\d\d:\d\d [AP]M$/)
  })

  it('has every kind of event in one group, under words', async () => {
    const { first } = await atLog()
    const groups = first.textsOf('<optgroup label="(.*?)"')
    expect(groups).toEqual([
      ...['Signing in', 'Sessions and devices', 'Second factors and passkeys', 'Passwords', 'Email addresses', 'Accounts'],
      ...['Administration', 'Invites', 'Organisations'],
    ])
    const offered = first.textsOf('<option value="([^"]+)"').filter((type) => EVENT_TYPES.some((one) => one === type))
    expect(offered.toSorted()).toEqual([...EVENT_TYPES].toSorted())
  })

  it('has presets for the last day and week, and for what failed, which keep the other filters', async () => {
    const { visitor, browser, clock } = await atLog()
    for (const days of [6, 2]) {
      await browser().post('/auth/login', { email: ADA, password: 'wrong' })
      clock.advance(days * DAY)
    }
    await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    await visitor.browser.post('/auth/refresh')
    await visitor.open('/console/audit?type=login.failed')
    const chosenNow = () => visitor.page.textsOf('<ul class="chips">.*?aria-current="true">(.*?)</a>.*?</ul>')
    const press = async (words: string) => {
      const [, href = ''] = new RegExp(`<a href="([^"]*)"[^>]*>${words}</a>`).exec(visitor.page.html) ?? []
      return rowsOf(await visitor.open(href.replaceAll('&amp;', '&'))).length
    }
    expect([rowsOf(visitor.page).length, chosenNow()]).toEqual([3, ['Any time']])
    expect([await press('Last 24 hours'), chosenNow()]).toEqual([1, ['Last 24 hours']])
    expect([await press('Last 7 days'), chosenNow()]).toEqual([2, ['Last 7 days']])
    expect([await press('Failed only'), chosenNow()]).toEqual([2, ['Last 7 days', 'Failed only']])
    expect(visitor.page.address).toBe('/console/audit?type=login.failed&within=7d&success=false')
    expect(rowsOf(await filter(visitor, { ip: '127.0.0.1' }))).toHaveLength(2)
    expect(rowsOf(await filter(visitor, { from: '2030-01-01' }))).toHaveLength(3)
    expect(chosenNow()).toEqual(['Failed only'])
  })

  it('tells a session with the sign-in that it began with, and else by itself', async () => {
    const { visitor, browser, sql } = await atLog()
    await sql(`DELETE FROM audit_events`)
    const there = browser()
    await there.post('/auth/login', { email: ADA, password: PASSWORD })
    const { body } = await there.get('/auth/me')
    const [row, ...others] = rowsOf(await visitor.open('/console/audit'))
    expect(others).toEqual([])
    expect(row).toMatch(new RegExp(`^Signed in What login.success \\+ Session begun .*Session ${body.session.id} `))
    expect(whatIn(await visitor.open('/console/audit?type=session.created'))).toEqual(['Session begun'])
  })

  it('tells a session with a passkey that it began with', async () => {
    const { visitor, browser, sql } = await atLog()
    const owner = browser()
    await owner.post('/auth/login', { email: ADA, password: PASSWORD })
    const { authenticator } = await addPasskey(owner)
    await sql(`DELETE FROM audit_events`)
    await enterByPasskey(browser(), authenticator)
    expect(whatIn(await visitor.open('/console/audit'))).toEqual(['Signed in with a passkey'])
  })

  it('names the address that was invited, while the invite is kept', async () => {
    const { visitor, sql } = await atConsole({ ENABLE_INVITE: 'true' })
    await visitor.browser.post('/admin/invites', { email: 'guest@example.com' })
    const row = async () => rowsOf(await visitor.open('/console/audit?type=invite.created'))[0]
    expect(await row()).toContain('root@example.com invited: guest@example.com')
    await sql(`DELETE FROM invites`)
    expect(await row()).not.toContain('guest')
  })

  it('does not say that nothing matches where one has gone past the end', async () => {
    const { visitor } = await atLog()
    const page = await visitor.open('/console/audit?type=user.registered&offset=40')
    expect(page.text).toContain('The list ends before this page.')
    expect(page.text).not.toContain('No event matches.')
    expect(page.links).toContain('/console/audit?type=user.registered')
  })

  it('says that it has not looked everywhere, and goes on', async () => {
    const { visitor, sql, clock } = await atLog()
    const add = (first: number, count: number, type: string, ip: string) =>
      sql(
        `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
         WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + count - 1})
         SELECT substr(CAST(100000000 + i AS TEXT), 2) || '-0000-7000-8000-000000000000', ?, 1, ?, '', '', '{}', CAST(? AS BIGINT) + i FROM n`,
        [type, ip, clock.now() - DAY],
      )
    await add(1, 1, 'logout', '192.0.2.2')
    await add(2, 40_000, 'session.refreshed', '192.0.2.2')
    await add(40_002, 40_000, 'logout', '192.0.2.1')
    const page = await visitor.open('/console/audit?type=logout&ip=192.0.2.2')
    expect([rowsOf(page), page.text.includes('Nothing found so far')]).toEqual([[], true])
    const next = page.links.find((link) => link.includes('after=')) ?? ''
    expect(rowsOf(await visitor.open(next))).toHaveLength(1)
    expect(visitor.page.text).toContain('1 to 1 of 1')
  })

  it('turns pages of fifty, and keeps the filters', async () => {
    const { visitor, browser, clock } = await atLog()
    for (let attempt = 0; attempt < 51; attempt++) {
      clock.advance(60_000)
      await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    }
    const page = await visitor.open('/console/audit?type=login.failed')
    const next = page.links.find((link) => link.startsWith('/console/audit?type=login.failed&after=')) ?? ''
    expect(rowsOf(await visitor.open(next))).toHaveLength(1)
    expect(visitor.page.text).toContain('51 to 51 of 51')
    expect(visitor.page.links).toContain('/console/audit?type=login.failed')
    expect(rowsOf(await visitor.open('/console/audit?type=login.failed&offset=50'))).toHaveLength(1)
  })
})
