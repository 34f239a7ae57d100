import { describe, expect, it } from 'vitest'
import { atAccount, EMAIL } from '../../../../test/support/at-account.ts'

describe('the address on /account', () => {
  it('is confirmed by a code from the mail', async () => {
    const { visitor, first, mail } = await atAccount()
    expect(first.section('email').text).toContain('Not confirmed')
    const asked = await visitor.submit('verify')
    expect(asked.path).toBe('/verify-email')
    expect(asked.text).toContain('We have sent a code to ada@example.com .')
    expect((await visitor.submit('sendAgain')).text).toContain('The code that we sent to ada@example.com still works.')
    const { code } = await mail.newest(EMAIL)
    const page = await visitor.submit('verify', { code })
    expect(page.address).toBe('/account?done=verified#done')
    expect(page.section('email').notice).toBe('Your address is confirmed.')
    expect(page.section('email').text).toContain('ada@example.com')
    expect(page.section('email').forms.map(({ values }) => values['_action'])).toEqual(['changeEmail'])
    // The link of the mail is opened once more.
    await visitor.open('/verify-email')
    const again = await visitor.submit('verify', { code })
    expect([again.notice, again.links]).toEqual(['Your address is confirmed.', expect.arrayContaining(['/account'])])
    expect(again.html).not.toContain('name="code"')
  })

  it('leads to where a code can be entered that is already there', async () => {
    const { visitor, first, mail } = await atAccount()
    await visitor.browser.post('/auth/resend-verification')
    const [link = ''] = first.section('email').links
    await visitor.open(link)
    expect((await visitor.submit('verify', { code: (await mail.newest(EMAIL)).code })).path).toBe('/account')
  })

  it('says above the form when the mail could not be sent', async () => {
    const { visitor, mail } = await atAccount()
    mail.treat('rejects the mail')
    const page = await visitor.submit('verify')
    expect(page.status).toBe(500)
    expect(page.section('email').alert).toBe('The email could not be sent.')
  })
})
