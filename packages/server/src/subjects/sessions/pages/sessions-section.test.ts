import { describe, expect, it } from 'vitest'
import { atAccount, EMAIL, elsewhere } from '../../../../test/support/at-account.ts'
import { enlarge } from '../../../../test/support/large-account.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NOON = 'Jan 1, 2030, 12:00 AM UTC , with a password'
const NAME = 'Name… Name this device Name of the device Leave it empty to show the browser instead. Save name Cancel'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The devices in the list, each as it can be read. */
const rowsOf = (page: { section(id: string): { textsOf(pattern: string): string[] } }): string[] =>
  page.section('sessions').textsOf('<li>(.*?)</li>')

describe('the sessions on /account/sessions', () => {
  it('are shown with device, address and times, this one first and then the one used last', async () => {
    const here = await atAccount('/account/sessions')
    await elsewhere(here, FIREFOX)
    await elsewhere(here, 'Mozilla/5.0 (X11; Linux x86_64) Strange/1.0')
    here.clock.advance(2 * 3_600_000)
    expect(rowsOf(await here.visitor.open('/account/sessions'))).toEqual([
      `Unknown browser This device Active now 127.0.0.1 Details Signed in ${NOON} TestBrowser/1.0 ${NAME}`,
      `Unknown browser on Linux 2 hours ago 127.0.0.1 Details Signed in ${NOON} Mozilla/5.0 (X11; Linux x86_64) Strange/1.0 ${NAME} Sign out`,
      `Firefox on Windows 2 hours ago 127.0.0.1 Details Signed in ${NOON} ${FIREFOX} ${NAME} Sign out`,
    ])
  })

  it('have times for machines and for a closer look as well', async () => {
    const here = await atAccount('/account/sessions')
    here.clock.advance(3_600_000)
    await elsewhere(here, '')
    here.clock.advance(3_600_000)
    const { html } = await here.visitor.open('/account/sessions', { 'accept-language': 'en-GB' })
    expect(html).toContain(
      '<time datetime="2030-01-01T01:00:01.000Z" title="1 Jan 2030, 01:00 UTC" data-local="true">1 hour ago</time>',
    )
  })

  it('are ended one by one', async () => {
    const here = await atAccount('/account/sessions')
    const [second, third] = [await elsewhere(here, 'Second'), await elsewhere(here, 'Third')]
    const { body } = await second.browser.get('/auth/me')
    await here.visitor.open('/account/sessions')
    const page = await here.visitor.submit('endSession', { id: body.session.id })
    expect(page.address).toBe('/account/sessions?done=ended#done')
    expect(page.section('sessions').notice).toBe('The device was signed out.')
    expect(rowsOf(page).map((row) => /Second|Third/.exec(row)?.[0])).toEqual([undefined, 'Third'])
    expect((await second.open('/account/sessions')).path).toBe('/sign-in')
    expect((await third.open('/account/sessions')).path).toBe('/account/sessions')
  })

  it('are ended all at once, but for this one', async () => {
    const here = await atAccount('/account/sessions')
    const other = await elsewhere(here)
    await here.visitor.open('/account/sessions')
    const page = await here.visitor.submit('endOtherSessions')
    expect(page.section('sessions').notice).toBe('All your other devices were signed out.')
    expect(rowsOf(page)).toHaveLength(1)
    expect((await other.open('/account/sessions')).path).toBe('/sign-in')
  })

  it('offer nothing to end where there is only this one', async () => {
    const { first } = await atAccount('/account/sessions')
    expect(first.section('sessions').forms.map(({ values }) => values['_action'])).toEqual(['renameSession'])
  })

  it('say once, above the list, that one had ended already', async () => {
    const here = await atAccount('/account/sessions')
    const [second] = [await elsewhere(here), await elsewhere(here)]
    const { body } = await second.browser.get('/auth/me')
    await here.visitor.open('/account/sessions')
    await second.browser.post('/auth/logout')
    const page = await here.visitor.submit('endSession', { id: body.session.id })
    expect(page.status).toBe(404)
    expect(page.textsOf('<div class="alert"[^>]*>(.*?)</div>')).toEqual(['There is no such session.'])
    expect(page.section('sessions').alert).toBe('There is no such session.')
  })

  it('are five at first, and all of them when asked for', async () => {
    const here = await atAccount('/account/sessions')
    for (let count = 1; count <= 6; count++) await elsewhere(here, `Device${count}`)
    const first = await here.visitor.open('/account/sessions')
    expect(rowsOf(first)).toHaveLength(5)
    expect(first.section('sessions').text).toContain('Show all 7')
    expect(first.section('sessions').links).toContain('/account/sessions?sessions=0#sessions')
    const all = await here.visitor.open('/account/sessions?sessions=0#sessions')
    expect(rowsOf(all)).toHaveLength(7)
    expect(all.section('sessions').text).not.toContain('Show all')
    const ended = await here.visitor.submit('endSession')
    expect(ended.address).toBe('/account/sessions?done=ended&sessions=0#done')
    expect(rowsOf(ended)).toHaveLength(6)
  })

  it('are a hundred on a page, and the page stays where it was', async () => {
    const here = await atAccount('/account/sessions', { SESSION_MAX_PER_ACCOUNT: '1000' })
    const { body } = await here.visitor.browser.get('/auth/me')
    await enlarge(here, body.id, 249)
    const first = (await here.visitor.open('/account/sessions?sessions=0')).section('sessions')
    expect(first.text).toContain('1 to 100 of 250')
    expect(first.links).toContain('/account/sessions?sessions=100#sessions')
    const second = (await here.visitor.open('/account/sessions?sessions=100')).section('sessions')
    for (const start of ['0', '200']) expect(second.links).toContain(`/account/sessions?sessions=${start}#sessions`)
    expect((await here.visitor.open('/account/sessions?sessions=200')).text).toContain('201 to 250 of 250')
  })

  it('end everywhere else only after a question', async () => {
    const here = await atAccount('/account/sessions')
    await elsewhere(here)
    const { html } = (await here.visitor.open('/account/sessions')).section('sessions')
    expect(html).toMatch(/<details class="ask"><summary[^>]*>Sign out everywhere else…<\/summary>.*value="endOtherSessions"/)
    expect(html).toMatch(/data-cancel="true">Cancel<\/a>/)
  })

  it('begin again where a page has nothing left to show', async () => {
    const here = await atAccount('/account/sessions')
    expect(rowsOf(await here.visitor.open('/account/sessions?sessions=20'))).toHaveLength(1)
    expect((await here.visitor.open('/account/sessions?sessions=-1')).status).toBe(400)
  })

  it('end here as elsewhere: whoever ends this one signs in again', async () => {
    const { visitor } = await atAccount('/account/sessions')
    const { body } = await visitor.browser.get('/auth/me')
    await visitor.post('/account/sessions', { _action: 'endSession', id: body.session.id })
    expect(visitor.page.path).toBe('/sign-in')
    expect((await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })).path).toBe('/account/sessions')
  })
})
