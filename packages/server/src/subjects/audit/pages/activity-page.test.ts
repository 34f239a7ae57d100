import { describe, expect, it } from 'vitest'
import { atAccount, EMAIL } from '../../../../test/support/at-account.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const from = (ip: string) => ({ 'x-forwarded-for': ip, 'user-agent': FIREFOX })

/** Ada, at whose account strangers have tried passwords. */
async function atActivity(env: Record<string, string> = {}) {
  const here = await atAccount('/account', { TRUSTED_PROXIES: '127.0.0.1', ...env })
  const guess = async (times: number, email = EMAIL) => {
    for (let at = 0; at < times; at++)
      await here.browser().post('/auth/login', { email, password: 'wrong password 1' }, { headers: from(`203.0.113.${at + 1}`) })
  }
  const open = (query = '') => here.visitor.open(`/account/activity${query}`)
  return { ...here, guess, open }
}

const linesOf = (page: { section(id: string): { textsOf(pattern: string): string[] } }): string[] =>
  page.section('activity').textsOf('<li>(.*?)</li>')

describe('/account/activity', () => {
  it('tells the owner what they and others did, newest first', async () => {
    const { guess, open, visitor, clock } = await atActivity()
    clock.advance(60_000)
    await guess(3)
    clock.advance(3_600_000)
    await visitor.open('/account')
    await visitor.submit('rename', { name: 'Ada Lovelace' })
    await visitor.browser.post('/auth/step-up', { password: 'wrong password 1' }, { headers: from('198.51.100.7') })
    const page = await open()
    expect([page.status, page.heading]).toEqual([200, 'Activity'])
    expect(linesOf(page)).toEqual([
      'Identity not confirmed This session You · Firefox on Linux · 198.51.100.7 just now',
      'Name changed This session You · 127.0.0.1 just now',
      'Sign-in refused 3 times Someone else · Firefox on Linux · 203.0.113.0/24 1 hour ago',
      expect.stringMatching(/^Signed up You · 127\.0\.0\.1 1 hour ago$/),
    ])
  })

  it('names an administrator as such, and nothing more of them', async () => {
    const { open, signedUp, sql, clock } = await atActivity({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    const root = await signedUp('root@example.com')
    await sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1 WHERE email = 'root@example.com'`)
    const [ada] = await sql(`SELECT id FROM accounts WHERE email = ?`, [EMAIL])
    clock.advance(1000)
    const reply = await root.send('PATCH', `/admin/users/${ada?.['id']}/name`, { name: 'Countess' })
    expect(reply.status).toBe(200)
    const page = await open()
    expect(linesOf(page)[0]).toBe('Name changed by an administrator An administrator just now')
    expect(page.html).not.toContain('root@example.com')
  })

  it('leads to the password and to the sessions', async () => {
    const { open } = await atActivity()
    const page = await open()
    expect(page.section('activity').links).toEqual(expect.arrayContaining(['/account/security', '/account/sessions']))
    expect(page.html).toContain('href="/account/activity" aria-current="page"')
  })

  it('shows one kind alone, and says where there is none of it', async () => {
    const { guess, open } = await atActivity()
    await guess(1)
    const failed = await open('?type=login.failed')
    expect(linesOf(failed)).toEqual([expect.stringContaining('Sign-in refused')])
    expect(failed.field('type')).toBeDefined()
    expect(failed.html).toContain('<option value="login.failed" selected')
    expect((await open('?type=passkey.added')).section('activity').text).toContain('Nothing of this kind.')
    expect(linesOf(await open('?type='))).toHaveLength(2)
  })

  it.each(['?offset=x', '?offset=-1', '?type=%3Cb%3E', '?type=Nonsense%20here'])('says that it cannot read %s', async (query) => {
    const { open } = await atActivity()
    const page = await open(query)
    expect(page.status).toBe(200)
    expect(page.section('activity').alert).toBe('We can’t read these filters. Please check what you typed.')
    expect(page.html).not.toContain('<b>')
  })

  it('has pages of 25, and a way back from beyond the last', async () => {
    const { guess, open, clock } = await atActivity()
    for (let hours = 0; hours < 26; hours++) {
      await guess(1)
      clock.advance(3_600_000)
    }
    const first = await open('?type=login.failed')
    expect(linesOf(first)).toHaveLength(25)
    expect(first.section('activity').text).toContain('1 to 25 of 26')
    const next = first.section('activity').links.find((link) => link.includes('offset=25')) ?? ''
    expect(next).toContain('type=login.failed')
    expect(linesOf(await open(next.replace('/account/activity', '')))).toHaveLength(1)
    const beyond = await open('?offset=1000')
    expect(beyond.section('activity').text).toContain('The list ends before this page.')
    expect(beyond.section('activity').links).toContain('/account/activity')
  })

  it('is about nobody else, and for people who are signed in', async () => {
    const { guess, open, signedUp, browser } = await atActivity()
    await signedUp('eve@example.com')
    await guess(2, 'eve@example.com')
    expect(linesOf(await open())).toHaveLength(1)
    expect((await new PageVisitor(browser()).open('/account/activity')).path).toBe('/sign-in')
  })

  it('is there in every language', async () => {
    const { visitor, guess } = await atActivity()
    await guess(2)
    const words = { de: 'Jemand anderes', es: 'Otra persona', fr: 'Quelqu’un d’autre' }
    for (const [language, maker] of Object.entries(words)) {
      expect((await visitor.open('/account/activity', { 'accept-language': language })).text).toContain(maker)
    }
  })
})
