import { describe, expect, it } from 'vitest'
import { NEW_PASSWORD } from '../../../test/support/mailed-codes.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { world } from '../../../test/support/world.ts'

const ADA = 'ada@example.com'

async function forgetful() {
  const here = await world({ withMail: true })
  const elsewhere = await here.signedUp(ADA)
  const visitor = new PageVisitor(here.browser())
  return { ...here, elsewhere, visitor, first: await visitor.open('/forgot-password') }
}

/** Ada has the mail, and has opened its link. */
async function resetting() {
  const here = await forgetful()
  await here.visitor.submit('request', { email: ADA })
  const { code, link } = await here.mail.newest(ADA)
  return { ...here, code, link, page: await here.visitor.open('/reset-password') }
}

describe('/forgot-password', () => {
  it('mails a link, and names no address where it leads', async () => {
    const { visitor, mail } = await forgetful()
    const page = await visitor.submit('request', { email: ADA })
    expect(page.address).toBe('/check-your-mail?for=reset')
    expect(page.html).not.toContain(ADA)
    expect((await mail.newest(ADA)).link).toContain('/reset-password#code=')
  })

  it('answers every address alike', async () => {
    const { visitor, first, elsewhere } = await forgetful()
    const answers = [ADA, 'nobody@example.com', 'not an address', ''].map(async (email) => {
      const one = new PageVisitor(elsewhere.clone())
      await one.open('/forgot-password')
      const { address, status, html } = await one.submit('request', { email })
      return { address, status, html }
    })
    const [known, ...others] = await Promise.all(answers)
    expect(others).toEqual([known, known, known])
    expect(first.field('email')).toMatchObject({ type: 'email', autocomplete: 'username', autofocus: '' })
    expect(visitor.page.links).toContain('/sign-in')
  })

  it('says so, and keeps the address, when no mail can leave', async () => {
    const { visitor, mail } = await forgetful()
    await mail.goAway()
    const page = await visitor.submit('request', { email: ADA })
    expect([page.status, page.alert, page.field('email')?.['value']]).toEqual([500, 'The email could not be sent.', ADA])
    await mail.comeBack()
  })
})

describe('/reset-password', () => {
  it('sets the password and leads to sign-in, where it works', async () => {
    const { visitor, code, elsewhere } = await resetting()
    const page = await visitor.submit('reset', { code, newPassword: NEW_PASSWORD })
    expect([page.path, page.notice]).toEqual(['/sign-in', 'Your password was changed. Sign in with the new one.'])
    expect((await elsewhere.get('/auth/me')).status).toBe(401)
    expect((await visitor.submit('signIn', { email: ADA, password: NEW_PASSWORD })).path).toBe('/account')
  })

  it('takes the code from the link, and the password from a manager', async () => {
    const { page, link, code } = await resetting()
    expect(link).toBe(`http://localhost:3000/reset-password#code=${code}`)
    expect(page.field('code')).toMatchObject({ 'data-from-link': 'code' })
    expect(page.field('newPassword')).toMatchObject({ type: 'password', autocomplete: 'new-password' })
  })

  it('says beside the password that it is weak, and keeps the code but not the password', async () => {
    const { visitor, code } = await resetting()
    const page = await visitor.submit('reset', { code, newPassword: 'swordfish' })
    expect([page.status, page.field('code')?.['value']]).toEqual([400, code])
    expect(page.field('newPassword')).toMatchObject({ error: 'The password needs a digit.', autofocus: '' })
    expect(page.html).not.toContain('swordfish')
    expect((await visitor.submit('reset', { newPassword: NEW_PASSWORD })).path).toBe('/sign-in')
  })

  it.each([
    ['unknown', 400, 'This reset link is not valid.'],
    ['run out', 410, 'This link has expired.'],
    ['used', 410, 'This reset link was already used.'],
  ])('says beside the code that it is %s, and where to get a new one', async (state, status, error) => {
    const { visitor, code, clock, browser } = await resetting()
    if (state === 'run out') clock.advance(3_600_000)
    if (state === 'used') await browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
    const page = await visitor.submit('reset', { code: state === 'unknown' ? 'nonsense' : code, newPassword: NEW_PASSWORD })
    expect([page.status, page.field('code')?.['error']]).toEqual([status, error])
    expect(page.links).toContain('/forgot-password')
  })
})
