import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../test/page-visitor.ts'
import { world } from '../../test/world.ts'

const ADA = 'ada@example.com'
const MINUTE = 60_000

/** Ada has registered and waits for her code; the page is open in another browser. */
async function waiting(path: string, env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true', ...env } })
  await here.signedUp(ADA)
  const { code, link } = await here.mail.newest(ADA)
  const visitor = new PageVisitor(here.browser())
  return { ...here, code, link, visitor, first: await visitor.open(path) }
}

describe.each(['/verify-email', '/check-your-mail?for=verification'])('the code at %s', (path) => {
  it('confirms the address, signs in, says so, and leads home', async () => {
    const { visitor, code } = await waiting(path)
    const page = await visitor.submit('verify', { code: code.toLowerCase().replaceAll('-', ' ') })
    expect([page.path, page.heading]).toEqual(['/address-proved', 'Your address is confirmed'])
    expect(page.links).toContain('http://localhost:3000/account')
    expect((await visitor.browser.get('/auth/me')).body).toMatchObject({ email: ADA, isVerified: true })
  })

  it('leads on to where one wanted to go', async () => {
    const { visitor, code } = await waiting(`${path}${path.includes('?') ? '&' : '?'}returnTo=%2Fdocs`)
    expect((await visitor.submit('verify', { code })).links).toContain('http://localhost:3000/docs')
  })

  it('comes from the link, from the keyboard or from the clipboard', async () => {
    const { first } = await waiting(path)
    expect(first.field('code')).toMatchObject({ type: 'text', autocomplete: 'one-time-code', 'data-from-link': 'code' })
  })

  it('is told to be wrong beside its field, and stays there', async () => {
    const { visitor } = await waiting(path)
    const page = await visitor.submit('verify', { code: 'AAAA-BBBB-CCCC' })
    expect(page.status).toBe(400)
    expect(page.field('code')).toMatchObject({ value: 'AAAA-BBBB-CCCC', error: 'This code is not valid.', autofocus: '' })
  })

  it('is told to have run out', async () => {
    const { visitor, code, clock } = await waiting(path)
    clock.advance(15 * MINUTE)
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.field('code')?.['error']]).toEqual([410, 'This code has expired.'])
  })

  it('is told to be used', async () => {
    const { visitor, code, browser } = await waiting(path)
    await browser().post('/auth/verify-email', { code })
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.field('code')?.['error']]).toEqual([410, 'This code was already used.'])
  })

  it('lets nobody in who is banned', async () => {
    const { visitor, code, sql } = await waiting(path)
    await sql(`UPDATE accounts SET banned_at = 1`)
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.alert, page.field('code')?.['error']]).toEqual([403, 'This account is banned.', undefined])
    expect(visitor.browser.jar.size).toBe(0)
  })
})

describe('/verify-email', () => {
  it('is where the link of the mail leads, and opening it spends nothing', async () => {
    const { visitor, code, link } = await waiting('/verify-email')
    expect(link).toBe(`http://localhost:3000/verify-email#code=${code}`)
    for (let visit = 0; visit < 3; visit++) await visitor.open(link.replace('http://localhost:3000', ''))
    expect((await visitor.submit('verify', { code })).path).toBe('/address-proved')
  })

  it('leads to a new code', async () => {
    const { first } = await waiting('/verify-email')
    expect(first.links).toContain('/check-your-mail')
  })
})

describe('/check-your-mail', () => {
  it('sends a new code, and says the same of every address', async () => {
    const { visitor, clock, mail } = await waiting('/check-your-mail?for=verification&returnTo=%2Fdocs')
    clock.advance(15 * MINUTE)
    const known = await visitor.submit('sendAgain', { email: ADA })
    const { code } = await mail.newest(ADA, 2)
    const unknown = await visitor.submit('sendAgain', { email: 'nobody@example.com' })
    expect(known.notice).toContain('a new one is on its way')
    expect(unknown.html).toBe(known.html)
    expect(known.address).toBe('/check-your-mail?for=verification&done=again&returnTo=%2Fdocs')
    expect((await visitor.submit('verify', { code })).links).toContain('http://localhost:3000/docs')
  })

  it('is also for those whom a provider has sent', async () => {
    const { first } = await waiting('/check-your-mail?requiresVerification=true')
    expect(first.field('code')).toBeDefined()
  })

  it('tells whoever forgot a password no more than that a mail may come', async () => {
    const { first } = await waiting('/check-your-mail?for=reset')
    expect([first.heading, first.forms]).toEqual(['Check your mail', []])
    expect(first.text).toContain('If the address has an account, a mail is on its way to it.')
    expect(first.links).toContain('/forgot-password')
  })
})
