import { describe, expect, it } from 'vitest'
import { ada, EMAIL, owing, wrongFor } from '../../../../test/support/gated.ts'
import type { HtmlPage } from '../../../../test/support/html-page.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

const SECOND = 1000

/** Ada has typed her password, and the code is in her mailbox. */
async function challenged(query = '', env: Record<string, string> = {}) {
  const here = await owing(env)
  const visitor = new PageVisitor(here.browser())
  await visitor.open(`/sign-in${query}`)
  const first = await visitor.submit('signIn', ada)
  const { code, link } = await here.mail.newest(EMAIL)
  return { ...here, visitor, first, code, link, wrong: wrongFor(code) }
}

const countdownOf = ({ html }: HtmlPage): string | undefined => /data-countdown="(\d+)"/.exec(html)?.[1]

describe('/two-factor', () => {
  it('completes a sign-in with the code', async () => {
    const { visitor, first, code } = await challenged()
    expect([first.path, first.status]).toEqual(['/two-factor', 200])
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
    expect((await visitor.browser.get('/auth/me')).body.email).toBe(EMAIL)
  })

  it('leads back to where one wanted to go, whatever went wrong on the way', async () => {
    const { visitor, mail, wrong } = await challenged('?returnTo=%2Fdocs')
    await visitor.submit('verify', { code: wrong })
    await visitor.submit('resend')
    const { code } = await mail.newest(EMAIL, 2)
    expect((await visitor.submit('verify', { code })).address).toBe('/docs')
  })

  it('has a field that phones fill in by themselves', async () => {
    const { first } = await challenged()
    expect(first.field('code')).toMatchObject({
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      'data-sent-at': '6',
      'data-from-link': 'code',
      autofocus: '',
    })
  })

  it('says where the code went, and only to the browser that has signed in', async () => {
    const { first, browser, visitor } = await challenged()
    expect(first.text).toContain('We have sent a six-digit code to a•••@example.com .')
    expect(first.html).not.toContain(EMAIL)
    const stranger = new PageVisitor(browser())
    expect((await stranger.open(first.address)).text).not.toContain('example.com')
    stranger.browser.jar.set('_2fa_challenge', 'A'.repeat(43))
    expect((await stranger.open(first.address)).text).not.toContain('example.com')
    expect((await visitor.open('/two-factor?challengeId=nonsense')).text).not.toContain('example.com')
  })

  it('says it to no other browser where codes work in all of them', async () => {
    const { first, browser } = await challenged('', { DISABLE_CHALLENGE_BINDING: 'true' })
    expect(first.text).toContain('a•••@example.com')
    expect((await new PageVisitor(browser()).open(first.address)).text).not.toContain('example.com')
  })

  it('shows the end after the fifth wrong code', async () => {
    const { visitor, wrong } = await challenged('?returnTo=%2Fdocs')
    for (let guess = 1; guess < 5; guess++) {
      expect((await visitor.submit('verify', { code: wrong })).field('code')).toMatchObject({ error: 'This code is not valid.' })
    }
    const page = await visitor.submit('verify', { code: wrong })
    expect([page.status, page.heading, page.forms]).toEqual([400, 'This sign-in is over', []])
    expect(page.alert).toBe('Five codes were wrong, so no more are accepted. Sign in again to get a new one.')
    expect(page.links).toContain('/sign-in?returnTo=%2Fdocs')
  })

  it('takes what is no code for no guess', async () => {
    const { visitor, code, sql } = await challenged()
    const page = await visitor.submit('verify', { code: code.slice(1) })
    expect([page.status, page.field('code')?.['error']]).toEqual([400, 'The code has 6 digits.'])
    expect(await sql(`SELECT guesses FROM challenges`)).toMatchObject([{ guesses: 0 }])
  })

  it('claims nothing where it knows of no sign-in', async () => {
    const { browser } = await challenged()
    const page = await new PageVisitor(browser()).open('/two-factor')
    expect(page.text).toContain('Enter the six-digit code from our email.')
    expect(page.text).not.toContain('We have sent')
  })

  it('says beside the field that a code is wrong', async () => {
    const { visitor, wrong } = await challenged()
    const page = await visitor.submit('verify', { code: wrong })
    expect(page.status).toBe(400)
    expect(page.field('code')).toMatchObject({ value: wrong, error: 'This code is not valid.', autofocus: '' })
    expect(page.text).toContain('only works in the browser you signed in with')
  })

  it('says when the code was sent before', async () => {
    const { visitor, code } = await challenged()
    await visitor.open('/sign-in')
    const again = await visitor.submit('signIn', ada)
    expect(again.text).toContain('A code was already sent to a•••@example.com , and it still works.')
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
  })

  it.each([
    ['has run out', 410, 'This code has expired.'],
    ['was used', 410, 'This code was already used.'],
  ])('offers to sign in again when the code %s', async (state, status, words) => {
    const { visitor, code, clock, sql } = await challenged('?returnTo=%2Fdocs')
    if (state === 'was used') await sql(`UPDATE challenges SET used_at = 1`)
    else clock.advance(300 * SECOND)
    const page = await visitor.submit('verify', { code })
    expect([page.status, page.alert, page.forms]).toEqual([status, words, []])
    expect(page.links).toContain('/sign-in?returnTo=%2Fdocs')
  })

  it('sends administrators back to their own door', async () => {
    const { visitor, clock, code } = await challenged('?returnTo=%2Fconsole%2Fusers')
    clock.advance(300 * SECOND)
    expect((await visitor.submit('verify', { code })).links).toContain('/console/sign-in?returnTo=%2Fconsole%2Fusers')
  })
})

describe('the link of a two-factor mail', () => {
  it('brings along everything that the page needs', async () => {
    const { visitor, link, first, code } = await challenged()
    const challengeId = first.field('challengeId')?.['value'] ?? ''
    expect(link).toBe(`http://localhost:3000/two-factor#challengeId=${challengeId}&code=${code}`)
    const page = await visitor.open('/two-factor')
    expect(page.field('challengeId')).toMatchObject({ type: 'hidden', value: '', 'data-from-link': 'challengeId' })
    expect(page.html.match(/data-from-link="challengeId"/g)).toHaveLength(2)
    expect((await visitor.submit('verify', { challengeId, code })).path).toBe('/account')
  })

  it('keeps the challenge when the code is wrong', async () => {
    const { visitor, first, wrong } = await challenged()
    const challengeId = first.field('challengeId')?.['value'] ?? ''
    await visitor.open('/two-factor')
    const page = await visitor.submit('verify', { challengeId, code: wrong })
    expect(page.field('challengeId')?.['value']).toBe(challengeId)
  })

  it('tells whoever has no script where the code belongs', async () => {
    const { visitor, first } = await challenged()
    expect(first.html).not.toContain('<noscript>')
    const page = await visitor.open('/two-factor')
    expect(page.html).toMatch(/<noscript><div class="alert".*?<div>Type the code on the page where you signed in/)
  })
})

describe('another code', () => {
  it('is mailed', async () => {
    const { visitor, mail } = await challenged()
    const page = await visitor.submit('resend')
    expect([page.path, page.notice]).toEqual(['/two-factor', 'A new code is on its way. Only the newest one works.'])
    const { code } = await mail.newest(EMAIL, 2)
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
  })

  it('can be asked for in a minute, where there is a script to count it', async () => {
    const { visitor, first, clock, wrong } = await challenged()
    expect(countdownOf(first)).toBe('60')
    expect(first.html).toMatch(/<button[^>]* id="resend-submit"[^>]*>/)
    expect(first.html).toMatch(/data-for="resend-submit" hidden[^>]*>You can ask for a new code in 60 seconds\./)
    clock.advance(20 * SECOND)
    expect(countdownOf(await visitor.submit('verify', { code: wrong }))).toBe('40')
    clock.advance(40 * SECOND)
    expect(countdownOf(await visitor.submit('verify', { code: wrong }))).toBeUndefined()
    expect(countdownOf(await visitor.submit('resend'))).toBe('60')
  })

  it.each(['', '&expiresAt=soon', '&expiresAt=2099-01-01T00:00:00Z'])(
    'counts nothing for an address that says %j',
    async (fact) => {
      const { visitor, first } = await challenged()
      const page = await visitor.open(`/two-factor?challengeId=${first.field('challengeId')?.['value']}${fact}`)
      expect([page.status, countdownOf(page)]).toEqual([200, undefined])
    },
  )

  it('is not sent a fourth time', async () => {
    const { visitor } = await challenged()
    for (let time = 0; time < 3; time++) await visitor.submit('resend')
    const page = await visitor.submit('resend')
    expect([page.status, page.heading, page.links.includes('/sign-in')]).toEqual([410, 'This sign-in is over', true])
  })

  it('is not for a browser that did not sign in', async () => {
    const { first, browser, mail } = await challenged()
    const stranger = new PageVisitor(browser())
    await stranger.open(first.address)
    const page = await stranger.submit('resend')
    expect([page.heading, page.notice, page.forms]).toEqual(['This sign-in is over', undefined, []])
    expect(page.alert).toBe('No sign-in in this browser is waiting for a code.')
    expect(mail.mails).toHaveLength(1)
  })

  it('says above its form that it could not be mailed', async () => {
    const { visitor, mail } = await challenged()
    await mail.goAway()
    const page = await visitor.submit('resend')
    expect([page.status, page.alert]).toEqual([500, 'The email could not be sent.'])
    expect(page.forms).toHaveLength(2)
    await mail.comeBack()
  })
})
