import { describe, expect, it } from 'vitest'
import { ADA } from '../../../../test/support/administered.ts'
import { atConsole } from '../../../../test/support/at-console.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

/** Ada, signed in on several devices. */
async function devices(...userAgents: string[]) {
  const here = await atConsole()
  const path = `/console/users/${here.adaId}`
  const browsers = []
  for (const userAgent of userAgents) {
    here.clock.advance(1000)
    const browser = here.browser()
    await browser.post('/auth/login', { email: ADA, password: PASSWORD }, { headers: { 'user-agent': userAgent } })
    browsers.push(browser)
  }
  return { ...here, path, browsers, first: await here.visitor.open(path) }
}

const rowsOf = (page: { section(id: string): { textsOf(pattern: string): string[] } }): string[] =>
  page.section('sessions').textsOf('<li>(.*?)</li>')

/** What the browsers call themselves, which is the last thing before the button. */
const agents = (rows: readonly string[]): unknown[] => rows.map((row) => row.replace(/ End$/, '').split(' ').at(-1))

describe('the sessions on /console/users/{id}', () => {
  it('are shown with device, times and address', async () => {
    const { first } = await devices('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    expect(rowsOf(first)).toEqual([
      'Firefox on Linux Active now 127.0.0.1 Details Signed in Jan 1, 2030, 12:00:01 AM , with a password Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 End',
      'Unknown browser Active now 127.0.0.1 Details Signed in Jan 1, 2030, 12:00:00 AM , with a password TestBrowser/1.0 End',
    ])
  })

  it('are ended one by one', async () => {
    const { visitor, browsers, first } = await devices('Phone', 'Tablet')
    const { body } = (await browsers[0]?.get('/auth/me')) ?? {}
    const offered = first.section('sessions').forms.map(({ values }) => values['sessionId'])
    expect(offered.indexOf(body.session.id)).toBe(1)
    const page = await visitor.submit('endSession', { sessionId: body.session.id })
    expect(page.notice).toBe('The session was ended.')
    expect(agents(rowsOf(page))).toEqual(['Tablet', 'TestBrowser/1.0'])
    expect((await browsers[0]?.get('/auth/me'))?.status).toBe(401)
    expect((await browsers[1]?.get('/auth/me'))?.status).toBe(200)
  })

  it('are ended all at once, after a word about what that means', async () => {
    const { visitor, first, browsers, ada } = await devices('Phone')
    expect(first.section('sessions').text).toContain('ada@example.com is signed out on every device at once')
    const page = await visitor.submit('endSessions')
    expect(page.notice).toBe('All sessions of the account were ended.')
    expect(page.section('sessions').text).toBe('Sessions Not signed in anywhere.')
    for (const browser of [ada, ...browsers]) expect((await browser.get('/auth/me')).status).toBe(401)
  })

  it('say once that one had ended already', async () => {
    const { visitor, browsers } = await devices('Phone', 'Tablet')
    const { body } = (await browsers[0]?.get('/auth/me')) ?? {}
    await browsers[0]?.post('/auth/logout')
    const page = await visitor.submit('endSession', { sessionId: body.session.id })
    expect([page.status, page.textsOf('<div class="alert"[^>]*>(.*?)</div>')]).toEqual([404, ['There is no such session.']])
  })

  it('say which one is the administrator’s own, and ending it leads to the door', async () => {
    const { visitor, rootId } = await devices()
    const page = await visitor.open(`/console/users/${rootId}`)
    expect(agents(rowsOf(page).filter((row) => row.includes('You, here')))).toHaveLength(1)
    const { body } = await visitor.browser.get('/auth/me')
    expect((await visitor.submit('endSession', { sessionId: body.session.id })).path).toBe('/console/sign-in')
  })

  it('are shown twenty at a time', async () => {
    const { visitor, first, path } = await devices(...Array.from({ length: 21 }, (_, index) => `Device${index}`))
    expect(agents(rowsOf(first))).toHaveLength(20)
    expect(first.links).toContain(`${path}?sessions=20#sessions`)
    expect(agents(rowsOf(await visitor.open(`${path}?sessions=20`)))).toEqual(['Device0', 'TestBrowser/1.0'])
  })
})
