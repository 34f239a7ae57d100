import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { enter, look, onLimits, times } from '../support/counted-client.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { guess, limited, refusedFor } from '../support/limited.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import type { World } from '../support/world.ts'

const MINUTE = 60_000

const guessable = endpointList.filter(({ limit }) => limit === 'credentials' || limit === 'redeem').map(({ route }) => route)

/** A bare request to a route: refused for something, unless it is refused for coming too often. */
const knock = ({ browser }: World, route: string, headers: Record<string, string> = {}): Promise<Reply> => {
  const [method = '', path = ''] = route.split(' ')
  return browser().send(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? undefined : {}, { headers })
}

describe('requests that sign in or redeem', () => {
  it('are answered thirty times a minute per address of the network', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '30' })
    expect(new Set(await times(30, () => enter(here)))).toEqual(new Set([400]))
    expect(await enter(here)).toMatchObject(refusedFor(60))
    here.clock.advance(MINUTE - 1)
    expect(await enter(here)).toMatchObject(refusedFor(1))
    here.clock.advance(1)
    expect((await enter(here)).status).toBe(400)
  })

  it('share one count, whichever route they go to', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: String(guessable.length) })
    for (const route of guessable) expect((await knock(here, route)).status, route).not.toBe(429)
    for (const route of guessable) expect((await knock(here, route)).status, route).toBe(429)
    expect((await look(here)).status).toBe(200)
  })

  it('are refused before the session and the body are looked at', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    await enter(here)
    expect((await here.browser().post('/auth/change-password', undefined, { raw: '{' })).status).toBe(429)
  })

  it.each(guessable)('are not counted when a page of another site has sent them: %s', async (route) => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1', ENABLE_INVITE: 'true' })
    const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://evil.example' }
    expect(new Set(await times(3, () => knock(here, route, elsewhere)))).toEqual(new Set([403]))
    expect((await enter(here)).status).toBe(400)
    expect((await enter(here)).status).toBe(429)
  })

  it('are not counted either when they do not say where they come from', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    const bare = () => here.app.inject({ method: 'POST', url: '/auth/login', payload: {} })
    for (let n = 0; n < 3; n++) expect((await bare()).json().error).toBe('csrf_headers_missing')
    expect((await enter(here)).status).toBe(400)
  })

  it('cost no statement once there were too many', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    await times(2, () => enter(here))
    const before = here.statements().length
    expect(await times(5, () => enter(here))).toEqual([429, 429, 429, 429, 429])
    expect(here.statements().slice(before)).toEqual([])
  })

  it('are counted one by one when many come at once', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '5' })
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await enter(here)).status))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5)
  })

  it('are counted by two services on one database together', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '3' })
    const there = await limited({ LIMIT_ENTRY_PER_MINUTE: '3' }, here.database.url)
    expect([...(await times(2, () => enter(here))), ...(await times(2, () => enter(there)))]).toEqual([400, 400, 400, 429])
    expect((await enter(here)).status).toBe(429)
  })

  it('fail, and nothing is looked at, when they cannot be counted', async () => {
    const here = await limited()
    await here.signedUp()
    const session = await here.signedUp('eve@example.com')
    await here.failUpdatesOf('limits')
    const [asked, hashed] = [here.statements().length, here.hasher.calls]
    expect(await guess(here)).toMatchObject({ status: 500, body: { error: 'internal_error' } })
    expect((await enter(here)).status).toBe(500)
    expect(here.hasher.calls).toBe(hashed)
    expect(
      here
        .statements()
        .slice(asked)
        .filter((statement) => !onLimits(statement)),
    ).toEqual([])
    expect((await session.get('/auth/me')).status).toBe(200)
  })

  it.each(['/reset-password', '/set-password'])('count when %s looks at a code before it is redeemed', async (path) => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    const visitor = new PageVisitor(here.browser())
    await visitor.open(path)
    const open = () => visitor.post(path, { _action: 'open', code: 'nonsense' })
    expect([(await open()).status, (await open()).status]).toEqual([400, 429])
  })

  it('count when a page sends them, and the page says so', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '2' })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-in')
    await enter(here)
    const typed = { email: 'ada@example.com', password: 'wrong horse 1' }
    expect((await visitor.submit('signIn', typed)).status).toBe(401)
    const hashed = here.hasher.calls
    const page = await visitor.submit('signIn', typed)
    expect(page.status).toBe(429)
    expect(page.text).toContain('Too many attempts. Try again in')
    expect(here.hasher.calls).toBe(hashed)
    expect((await enter(here)).status).toBe(429)
  })
})

describe('all other requests', () => {
  it('are answered three hundred times in a full minute', async () => {
    const here = await limited()
    expect(new Set(await times(300, () => look(here)))).toEqual(new Set([200]))
    expect(await look(here)).toMatchObject(refusedFor(60))
    here.clock.advance(MINUTE - 1)
    expect(await look(here)).toMatchObject(refusedFor(1))
    here.clock.advance(1)
    expect((await look(here)).status).toBe(200)
  })

  it('count together, pages and their files and what does not exist too; probes do not count', async () => {
    const here = await limited({ LIMIT_GENERAL_PER_MINUTE: '4' })
    const visit = async (path: string) => (await here.browser().get(path, { headers: { accept: 'text/html' } })).status
    const [, asset = ''] = /(?:href|src)="(\/_latchkey\/[^"]+)"/.exec((await here.browser().get('/sign-in')).text) ?? []
    for (const path of ['/auth/check', '/docs', '/nowhere']) expect(await visit(path)).not.toBe(429)
    for (const path of ['/sign-in', asset, '/auth/check', '/docs', '/openapi.json', '/nowhere'])
      expect(await visit(path), path).toBe(429)
    for (const path of ['/healthz', '/readyz']) expect(await visit(path), path).toBe(200)
    expect((await enter(here)).status).toBe(400)
  })

  it.each(['cross-site', 'same-site'])('are not counted when a script of a page that is not allowed reads: %s', async (site) => {
    const here = await limited({ LIMIT_GENERAL_PER_MINUTE: '1' })
    const origin = 'https://blog.example.com'
    const headers = { origin, 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    const read = (path: string) => here.browser().get(path, { headers })
    for (const path of ['/auth/check', '/sign-in']) expect(await times(2, () => read(path))).toEqual([403, 403])
    expect(await times(2, () => read('/nowhere'))).toEqual([404, 404])
    expect([(await look(here)).status, (await look(here)).status]).toEqual([200, 429])
  })

  it('leave a session check one query', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    const before = here.statements().length
    await ada.get('/auth/me')
    expect(here.statements().length - before).toBe(1)
  })

  it('are counted by two services on one database together, as soon as these have talked', async () => {
    const here = await limited({ LIMIT_GENERAL_PER_MINUTE: '20' })
    const there = await limited({ LIMIT_GENERAL_PER_MINUTE: '20' }, here.database.url)
    await times(15, () => look(here))
    await here.limits.flush()
    await times(5, () => look(there))
    await there.limits.flush()
    expect((await look(there)).status).toBe(429)
    expect((await look(here)).status).toBe(200) // it has not heard of the others yet
    await here.limits.flush()
    expect((await look(here)).status).toBe(429)
    for (const one of [here, there]) one.clock.advance(MINUTE)
    expect([(await look(here)).status, (await look(there)).status]).toEqual([200, 200])
  })

  it('do not write for a client that comes rarely', async () => {
    const here = await limited()
    await times(14, () => look(here))
    await here.limits.flush()
    expect(here.statements().filter((statement) => statement.startsWith('INSERT INTO limits'))).toEqual([])
    await look(here)
    await here.limits.flush()
    expect(await here.sql(`SELECT count FROM limits`)).toEqual([{ count: 15 }])
  })

  it('are answered, and limited here, when the counts cannot be shared', async () => {
    const here = await limited({ LIMIT_GENERAL_PER_MINUTE: '20' })
    await look(here)
    await here.limits.flush()
    await here.failUpdatesOf('limits')
    expect(new Set(await times(19, () => look(here)))).toEqual(new Set([200]))
    await here.limits.flush()
    expect((await look(here)).status).toBe(429)
    expect(here.logged()).toContain('request counts could not be shared')
  })
})
