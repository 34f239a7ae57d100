import { describe, expect, it } from 'vitest'
import { atAccount, EMAIL, elsewhere } from '../../../test/support/at-account.ts'
import { PASSWORD } from '../../../test/support/world.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The devices in the list, each as it can be read. */
const rowsOf = (page: { section(id: string): { textsOf(pattern: string): string[] } }): string[] =>
  page.section('sessions').textsOf('<li>(.*?)</li>')

describe('the sessions on /account', () => {
  it('are shown with device, address and times, and which of them is this one', async () => {
    const here = await atAccount('/account/sessions')
    await elsewhere(here, FIREFOX)
    expect(rowsOf(await here.visitor.open('/account/sessions'))).toEqual([
      'Firefox on Windows Last active Jan 1, 2030, 12:00 AM UTC Signed in Jan 1, 2030, 12:00 AM UTC IP address 127.0.0.1 Sign out',
      'TestBrowser/1.0 This one Last active Jan 1, 2030, 12:00 AM UTC Signed in Jan 1, 2030, 12:00 AM UTC IP address 127.0.0.1',
    ])
  })

  it('have times for machines as well, and a name for a device that sends none', async () => {
    const here = await atAccount('/account/sessions')
    here.clock.advance(3_600_000)
    await elsewhere(here, '')
    const page = await here.visitor.open('/account/sessions')
    expect(rowsOf(page)[0]).toMatch(/^Unknown device /)
    expect(page.html).toContain('<time datetime="2030-01-01T01:00:01.000Z">Jan 1, 2030, 1:00 AM UTC</time>')
  })

  it('are ended one by one', async () => {
    const here = await atAccount('/account/sessions')
    const [second, third] = [await elsewhere(here, 'Second'), await elsewhere(here, 'Third')]
    const { body } = await second.browser.get('/auth/me')
    await here.visitor.open('/account/sessions')
    const page = await here.visitor.submit('endSession', { id: body.session.id })
    expect(page.address).toBe('/account/sessions?done=ended#sessions')
    expect(page.section('sessions').notice).toBe('The device was signed out.')
    expect(rowsOf(page).map((row) => row.split(' ')[0])).toEqual(['Third', 'TestBrowser/1.0'])
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
    expect(first.section('sessions').forms).toEqual([])
  })

  it('say once, above the list, that one had ended already', async () => {
    const here = await atAccount('/account/sessions')
    const [second] = [await elsewhere(here), await elsewhere(here)]
    const { body } = await second.browser.get('/auth/me')
    await here.visitor.open('/account/sessions')
    await second.browser.post('/auth/logout')
    const page = await here.visitor.submit('endSession', { id: body.session.id })
    expect(page.status).toBe(404)
    expect(page.textsOf('<p class="alert"[^>]*>(.*?)</p>')).toEqual(['There is no such session.'])
    expect(page.section('sessions').alert).toBe('There is no such session.')
  })

  it('are shown twenty at a time, and the page stays where it was', async () => {
    const here = await atAccount('/account/sessions')
    for (let count = 1; count <= 40; count++) await elsewhere(here, `Device${count}`)
    const first = await here.visitor.open('/account/sessions')
    expect(first.section('sessions').text).toContain('1 to 20 of 41')
    expect(first.section('sessions').links).toEqual(['/account/sessions?sessions=20#sessions'])
    const second = await here.visitor.open('/account/sessions?sessions=20#sessions')
    expect(rowsOf(second)[0]).toMatch(/^Device20 /)
    expect(second.section('sessions').links).toEqual(['/account/sessions?sessions=0#sessions', '/account/sessions?sessions=40#sessions'])
    const last = await here.visitor.open('/account/sessions?sessions=40#sessions')
    expect(last.section('sessions').text).toContain('41 to 41 of 41')
    await here.visitor.open('/account/sessions?sessions=20')
    const ended = await here.visitor.submit('endSession')
    expect(ended.address).toBe('/account/sessions?done=ended&sessions=20#sessions')
    expect(rowsOf(ended)[0]).toMatch(/^Device19 /)
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
