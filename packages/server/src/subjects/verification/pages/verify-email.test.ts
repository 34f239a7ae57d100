import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

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
    const asked = await visitor.submit('verify', { code: code.toLowerCase().replaceAll('-', ' ') })
    expect([asked.status, asked.heading]).toEqual([200, 'Did you create this account?'])
    const page = await visitor.submit('verify', { password: PASSWORD })
    expect([page.path, page.notice]).toEqual(['/account', 'Your address is confirmed.'])
    expect((await visitor.browser.get('/auth/me')).body).toMatchObject({ email: ADA, isVerified: true })
  })

  it('leads on to where one wanted to go', async () => {
    const { visitor, code } = await waiting(`${path}${path.includes('?') ? '&' : '?'}returnTo=%2Fdocs`)
    await visitor.submit('verify', { code })
    expect((await visitor.submit('verify', { password: PASSWORD })).path).toBe('/docs')
  })

  it('asks again for a password that is wrong or missing, and spends nothing', async () => {
    const { visitor, code, browser } = await waiting(path)
    await visitor.submit('verify', { code })
    const wrong = await visitor.submit('verify', { password: 'wrong horse 1' })
    expect([wrong.status, wrong.field('password')?.['error']]).toEqual([401, 'The password is not right.'])
    const empty = await visitor.submit('verify', { password: '' })
    expect([empty.status, empty.heading]).toEqual([400, 'Did you create this account?'])
    expect((await browser().post('/auth/verify-email', { code, password: PASSWORD })).status).toBe(200)
  })

  it('gives the account to whoever did not choose the password, and leads to a new one', async () => {
    const { visitor, code, browser, mail } = await waiting(path)
    await visitor.submit('verify', { code })
    const page = await visitor.submit('disown')
    expect([page.path, page.heading]).toEqual(['/address-proved', 'Your address is confirmed'])
    expect(page.text).toContain('therefore removed: the password')
    expect((await browser().post('/auth/login', { email: ADA, password: PASSWORD })).status).toBe(401)
    expect((await visitor.submit('choosePassword')).path).toBe('/set-password')
    const mailed = await mail.newest(ADA, 2)
    const chosen = { code: mailed.code, newPassword: 'battery staple 2' }
    expect((await visitor.submit('set', chosen)).path).toBe('/account/security')
    expect((await browser().post('/auth/login', { email: ADA, password: chosen.newPassword })).status).toBe(200)
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
    await visitor.submit('verify', { code })
    expect((await visitor.submit('disown')).path).toBe('/address-proved')
  })

  it('leads to a new code', async () => {
    const { first } = await waiting('/verify-email')
    expect(first.links).toContain('/check-your-mail')
  })
})

describe.each(['/verify-email', '/check-your-mail?for=verification'])('a code for another account at %s', (path) => {
  const BOB = 'bob@example.com'
  const CARL = 'carl@example.com'

  /** Ada's code, in a browser in which Bob is signed in. */
  async function asBob(env: Record<string, string> = {}) {
    const here = await waiting(path, env)
    await here.signedUp(BOB)
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [BOB])
    await here.visitor.browser.post('/auth/login', { email: BOB, password: PASSWORD })
    await here.visitor.open(path)
    const signedIn = async () => (await here.visitor.browser.get('/auth/me')).body.email
    const isSpent = async () => {
      const [row] = await here.sql(`SELECT c.used_at FROM codes c JOIN accounts a ON a.id = c.account_id WHERE a.email = ?`, [
        ADA,
      ])
      return row?.['used_at'] !== null
    }
    return { ...here, signedIn, isSpent }
  }

  it('names both and asks, and spends nothing', async () => {
    const { visitor, code, signedIn, isSpent } = await asBob()
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.heading]).toEqual([409, 'Switch accounts?'])
    expect(page.text).toContain(`You are signed in as ${BOB} . This code is for ${ADA} .`)
    expect(page.text).toContain(`Continue as ${ADA}`)
    expect(page.links).toContain('/account')
    expect([await signedIn(), await isSpent(), page.alert]).toEqual([BOB, false, undefined])
  })

  it('is redeemed once that was answered, and leads to where one wanted to go', async () => {
    const { visitor, code, signedIn } = await asBob()
    await visitor.open(`${path}${path.includes('?') ? '&' : '?'}returnTo=%2Fdocs`)
    await visitor.submit('verify', { code })
    await visitor.submit('verify')
    const page = await visitor.submit('verify', { password: PASSWORD })
    expect([page.path, await signedIn()]).toEqual(['/docs', ADA])
  })

  it('does nothing when yet another account was signed in to before the answer, and asks about that one next', async () => {
    const { visitor, code, signedUp, sql, signedIn, isSpent } = await asBob()
    await visitor.submit('verify', { code })
    await signedUp(CARL)
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [CARL])
    await visitor.browser.post('/auth/login', { email: CARL, password: PASSWORD })
    const refused = await visitor.submit('verify')
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nothing was changed')])
    expect([await signedIn(), await isSpent()]).toEqual([CARL, false])
    await visitor.open(path)
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.heading]).toEqual([409, 'Switch accounts?'])
    expect(page.text).toContain(`You are signed in as ${CARL} . This code is for ${ADA} .`)
    expect([await signedIn(), await isSpent(), page.alert]).toEqual([CARL, false, undefined])
    await visitor.submit('verify')
    expect([(await visitor.submit('disown')).path, await signedIn()]).toEqual(['/address-proved', ADA])
  })

  it('asks as well where only the refresh cookie is left, and leaves it as it is', async () => {
    const { visitor, code, isSpent, auditTypes } = await asBob()
    visitor.browser.jar.delete('app_session')
    const page = await visitor.submit('verify', { code })
    expect([page.status, await isSpent()]).toEqual([409, false])
    expect(page.text).toContain(BOB)
    expect(await auditTypes()).not.toContain('session.refreshed')
    expect((await visitor.browser.post('/auth/refresh')).status).toBe(200)
  })

  it.each([
    ['is not known', 400, 'This code is not valid.', async () => undefined],
    ['has run out', 410, 'This code has expired.', async ({ clock }: World) => clock.advance(15 * MINUTE)],
    [
      'was used',
      410,
      'This code was already used.',
      async ({ sql }: World) => void (await sql(`UPDATE codes SET used_at = 1 WHERE used_at IS NULL`)),
    ],
  ])('tells nothing of the other account when it %s', async (what, status, error, spoil) => {
    const here = await asBob()
    await spoil(here)
    const page = await here.visitor.submit('verify', { code: what === 'is not known' ? 'AAAA-BBBB-CCCC' : here.code })
    expect([page.status, page.field('code')?.['error']]).toEqual([status, error])
    expect(page.text).not.toContain(ADA)
  })

  it('says at the second step, too, when it has run out meanwhile', async () => {
    const { visitor, code, clock } = await asBob()
    await visitor.submit('verify', { code })
    clock.advance(15 * MINUTE)
    const page = await visitor.submit('verify')
    expect([page.status, page.field('code')?.['error']]).toEqual([410, 'This code has expired.'])
  })

  it('lets nobody in who is banned, and asks nothing', async () => {
    const { visitor, code, sql } = await asBob()
    await sql(`UPDATE accounts SET banned_at = 1 WHERE email = ?`, [ADA])
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.alert]).toEqual([403, 'This account is banned.'])
  })

  it('counts every look as an attempt', async () => {
    const { visitor, code } = await asBob({ RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '6' })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      statuses.push((await visitor.submit('verify', { code })).status)
      await visitor.open(path)
    }
    expect(new Set(statuses)).toEqual(new Set([409, 429]))
  })

  it('asks nothing where nobody, or the owner, is signed in', async () => {
    const { visitor, code, sql, browser } = await asBob()
    await sql(`UPDATE sessions SET revoked_at = 1`)
    expect((await visitor.submit('verify', { code })).heading).toBe('Did you create this account?')
    expect((await visitor.submit('verify', { password: PASSWORD })).path).toBe('/account')
    const ada = new PageVisitor(browser())
    await ada.browser.post('/auth/login', { email: ADA, password: PASSWORD })
    await sql(`UPDATE codes SET used_at = NULL`)
    await ada.open(path)
    expect((await ada.submit('verify', { code })).path).toBe('/account')
  })
})

describe('/check-your-mail', () => {
  it('sends a new code, and says the same of every address', async () => {
    const { visitor, clock, mail } = await waiting('/check-your-mail?for=verification&returnTo=%2Fdocs')
    clock.advance(15 * MINUTE)
    const known = await visitor.submit('sendAgain', { email: ADA })
    const { code } = await mail.newest(ADA, 2)
    await visitor.open('/check-your-mail?returnTo=%2Fdocs')
    const unknown = await visitor.submit('sendAgain', { email: 'bob@example.com' })
    expect(known.notice).toContain('a new one is on its way')
    expect(unknown.html.replaceAll('bob@', 'ada@')).toBe(known.html)
    expect(known.address).toBe('/check-your-mail?for=verification&done=again&returnTo=%2Fdocs')
    await visitor.submit('verify', { code })
    expect((await visitor.submit('verify', { password: PASSWORD })).path).toBe('/docs')
  })

  it('is also for those whom a provider has sent', async () => {
    const { first } = await waiting('/check-your-mail?requiresVerification=true')
    expect(first.field('code')).toBeDefined()
  })

  it('tells whoever forgot a password no more than that a mail may come', async () => {
    const { first } = await waiting('/check-your-mail?for=reset')
    expect([first.heading, first.field('code')]).toEqual(['Check your mail', undefined])
    expect(first.text).toContain('If there is an account for this address, an email is on its way.')
    expect(first.field('email')).toBeDefined()
  })
})
