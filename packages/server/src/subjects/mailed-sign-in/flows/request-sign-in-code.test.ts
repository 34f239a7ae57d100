import { describe, expect, it } from 'vitest'
import { ask, asked, byMail, EMAIL, enter } from '../../../../test/support/by-mail.ts'
import { world } from '../../../../test/support/world.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('POST /auth/code/request', () => {
  it('is switched off unless the operator switches it on', async () => {
    const { browser } = await world()
    expect(await ask(browser())).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
    expect(await enter(browser(), '7K3M-Q9TX')).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })

  it('mails a code of eight characters in two groups, alone on its line, and a link that has the code behind #', async () => {
    const here = await byMail()
    await here.signedUp()
    const { letter, code } = await asked(here)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(letter.link).toBe(`http://localhost:3000/sign-in-code#code=${code}`)
    expect(letter.subject).toBe('Your code to sign in to Latchkey')
  })

  it('says in the mail which browser, system and network asked, and no more of the address', async () => {
    const here = await byMail({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    await here.signedUp()
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' }
    await here.browser().post('/auth/code/request', { email: EMAIL }, { headers })
    const { text = '' } = await here.mail.newest(EMAIL)
    expect(text.replace(/\s+/g, ' ')).toContain('from 203.0.113.0/24 (Firefox on Linux)')
    expect(text).not.toContain('203.0.113.77')
  })

  it('sets a cookie that no script reads, for ten minutes', async () => {
    const { browser } = await byMail()
    const { setCookies } = await ask(browser())
    expect(setCookies).toEqual([expect.stringMatching(/^_sign_in_code=[\w-]{43}; Max-Age=600; Path=\/; SameSite=Lax; HttpOnly$/)])
  })

  it('waits for no mail', async () => {
    const here = await byMail()
    await here.signedUp()
    here.mail.treat('hangs at the greeting')
    expect((await ask(here.browser())).status).toBe(200)
  })

  it('tells an address without an account so, by mail, and sends no code', async () => {
    const here = await byMail()
    const { letter, code, visitor } = await asked(here, 'bob@example.com')
    expect([letter.subject, code]).toEqual(['There is no account for this address at Latchkey', ''])
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
    expect(await enter(visitor, '7K3M-Q9TX')).toMatchObject({ status: 400, body: { error: 'code_invalid' } })
  })

  it('writes to no banned account, and to nothing that is no address', async () => {
    const here = await byMail()
    await here.signedUp()
    await here.sql(`UPDATE accounts SET banned_at = 1`)
    for (const email of [
      EMAIL,
      'no address',
      '=?utf-8?q?ada?=@example.com',
      'ada@example.com,eve@example.com',
      'ada@[127.0.0.1]',
      '',
    ])
      expect((await ask(here.browser(), email)).body).toEqual((await ask(here.browser())).body)
    await here.outbox.idle()
    expect(here.mail.mails).toEqual([])
  })

  it('lets an account in whose domain may no longer sign up, and makes none there', async () => {
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody', REGISTRATION_BLOCKED_DOMAINS: 'blocked.example' } })
    await here.signedUp()
    await here.sql(`UPDATE accounts SET email = 'ada@blocked.example'`)
    expect((await (await asked(here, 'ada@blocked.example')).enter()).status).toBe(200)
    const { letter } = await asked(here, 'bob@blocked.example')
    expect(letter.subject).toMatch(/no account/)
  })

  it.each([
    ['ADA@Example.COM', EMAIL],
    [' ada@example.com ', EMAIL],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@XN--MNCHEN-3YA.example', 'ada@xn--mnchen-3ya.example'],
  ])('takes %j for %s', async (typed, stored) => {
    const here = await byMail()
    await here.signedUp(stored)
    const visitor = here.browser()
    await ask(visitor, typed)
    await here.outbox.idle()
    expect(await enter(visitor, here.mail.mails.at(-1)?.code ?? '')).toMatchObject({
      status: 200,
      body: { user: { email: stored } },
    })
  })

  it('is read in the language of the account, else in that of the browser', async () => {
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody' } })
    await here.browser().post('/auth/code/request', { email: EMAIL }, { headers: { 'accept-language': 'de' } })
    expect((await here.mail.newest(EMAIL)).subject).toBe('Ihr Code zur Anmeldung bei Latchkey')
  })

  it('keeps no address and no code that can be read', async () => {
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody' } })
    const { code } = await asked(here, 'bob@example.com', here.browser(), { name: 'Bob Canary', returnTo: '/canary' })
    const rows = JSON.stringify(await here.sql(`SELECT * FROM sign_in_codes`))
    for (const canary of ['bob@', 'Canary', 'canary', code, code.replace('-', '')]) expect(rows).not.toContain(canary)
  })
})
