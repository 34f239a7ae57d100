import { describe, expect, it } from 'vitest'
import { mailedCode, passwordlessMember } from '../../../../test/support/mailed-codes.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'

const ADA = 'ada@example.com'

/** Ada has no password, and a code in her mailbox that ends her account. */
async function leaving() {
  const here = await world({ withMail: true })
  const member = await passwordlessMember(here, ADA)
  const { code, link } = await mailedCode(here, 'delete-account', member)
  const visitor = new PageVisitor(member.browser.clone())
  return { ...here, member, code, link, visitor, first: await visitor.open('/delete-account') }
}

describe('/delete-account', () => {
  it('says whose account it is and what it means, before it asks', async () => {
    const { first, link, code } = await leaving()
    expect(link).toBe(`http://localhost:3000/delete-account#code=${code}`)
    expect(first.text).toContain(ADA)
    expect(first.text).toContain('This cannot be undone')
    expect(first.field('code')).toMatchObject({ 'data-from-link': 'code', autocomplete: 'one-time-code' })
    expect(first.html).toContain('<button type="submit" class="danger">')
    expect(first.links).toContain('/account/data')
  })

  it('deletes the account with the code, and says goodbye', async () => {
    const { visitor, code, member, sql } = await leaving()
    const page = await visitor.submit('delete', { code })
    expect([page.path, page.heading]).toEqual(['/signed-out', 'Your account is deleted'])
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
    expect((await member.browser.get('/auth/me')).status).toBe(401)
    expect([...visitor.browser.jar.keys()]).toEqual(['_csrf'])
  })

  it('deletes nothing with a wrong code, and says so beside it', async () => {
    const { visitor, sql } = await leaving()
    const page = await visitor.submit('delete', { code: 'AAAA-BBBB-CCCC' })
    expect([page.status, page.field('code')?.['error']]).toEqual([400, 'This deletion code is not valid.'])
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: ADA }])
  })

  it('deletes nothing with a code that has run out', async () => {
    const { visitor, code, clock } = await leaving()
    clock.advance(600_000)
    const page = await visitor.submit('delete', { code })
    expect([page.status, page.field('code')?.['error']]).toEqual([410, 'This deletion code has expired.'])
  })

  it('does not let the last administrator go', async () => {
    const { visitor, code, sql } = await leaving()
    await sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1, password_hash = 'some'`)
    const page = await visitor.submit('delete', { code })
    expect([page.status, page.alert]).toEqual([400, 'The last administrator who may do everything has to stay one.'])
  })

  it('leads through sign-in and back, also when the session ends while the page is open', async () => {
    const { browser, visitor, code, sql } = await leaving()
    expect((await new PageVisitor(browser()).open('/delete-account')).address).toBe('/sign-in?returnTo=%2Fdelete-account')
    await sql(`UPDATE sessions SET revoked_at = 1`)
    expect((await visitor.submit('delete', { code })).address).toBe('/sign-in?returnTo=%2Fdelete-account&notice=ended')
  })
})
