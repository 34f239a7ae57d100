import { describe, expect, it } from 'vitest'
import { EMAIL } from '../../../../test/support/factored.ts'
import { DAY } from '../../../../test/support/moving.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { watched } from '../../../../test/support/reported.ts'

/** A thief has signed in, and the owner has the mail about it. */
async function warned() {
  const here = await watched()
  const { thief, code } = await here.intruded()
  const open = async (typed = code, visitor = new PageVisitor(here.browser())) => {
    await visitor.open('/not-me')
    return { visitor, page: await visitor.submit('open', { code: typed }) }
  }
  return { ...here, thief, code, open }
}

describe('/not-me', () => {
  it('names the account and all that ends, and ends nothing yet', async () => {
    const { open, thief } = await warned()
    const { page } = await open()
    expect([page.status, page.heading]).toEqual([200, 'This wasn’t you?'])
    expect(page.text).toContain(`Account ${EMAIL}`)
    for (const words of ['Everyone is signed out', 'The password no longer works.', 'What was added since then is removed'])
      expect(page.text).toContain(words)
    expect(page.text).toContain(`We’ll send a link to ${EMAIL} to choose a new password with.`)
    expect((await thief.get('/auth/me')).status).toBe(200)
  })

  it('ends everything at the second click, and waits for the mail with the new password', async () => {
    const { open, thief, owner, mail, countOf } = await warned()
    const before = countOf(EMAIL)
    const { visitor } = await open()
    const page = await visitor.submit('act')
    expect(page.address).toBe('/check-your-mail?for=reset&done=ended')
    expect(page.notice).toBe('Everyone was signed out, and the old password no longer works.')
    expect(page.text).toContain(`for ${EMAIL}`)
    for (const browser of [thief, owner, visitor.browser]) expect((await browser.get('/auth/me')).status).toBe(401)
    expect((await mail.newest(EMAIL, before + 1)).link).toContain('/reset-password#code=')
  })

  it('names no address that the account has got since, and says which mail helps', async () => {
    const { open, sql, countOf } = await warned()
    await sql(`UPDATE accounts SET email = 'thief@example.com' WHERE email = ?`, [EMAIL])
    const before = countOf('thief@example.com') + countOf(EMAIL)
    const { visitor, page } = await open()
    expect(page.text).toContain('Account Ada')
    expect(page.text).toContain('The address of the account was changed since.')
    expect(page.text).not.toContain('thief@example.com')
    const after = await visitor.submit('act')
    expect(after.notice).toBe('Everyone was signed out, and the old password no longer works.')
    expect(after.text).toContain('The email about that has a link that takes it back.')
    expect(countOf('thief@example.com') + countOf(EMAIL)).toBe(before)
  })

  it('works for a visitor who is signed in to another account, and leaves that session alone', async () => {
    const { open, signedUp, thief } = await warned()
    const eve = await signedUp('eve@example.com')
    const { visitor, page } = await open(undefined, new PageVisitor(eve))
    expect(page.text).toContain('You are signed in as eve@example.com . This is about another account')
    await visitor.submit('act')
    expect((await eve.get('/auth/me')).body.email).toBe('eve@example.com')
    expect((await thief.get('/auth/me')).status).toBe(401)
  })

  it('says of a dead link why, and that a new password helps as well', async () => {
    const { open } = await warned()
    const { page: unknown } = await open('nonsense')
    expect([unknown.status, unknown.field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    const { visitor } = await open()
    await visitor.submit('act')
    const { page: used } = await open()
    expect([used.status, used.alert]).toEqual([410, 'This code was already used.'])
    expect(used.links).toContain('/forgot-password')
  })

  it('says so after 72 hours', async () => {
    const { open, clock, thief } = await warned()
    clock.advance(3 * DAY)
    const { page } = await open()
    expect([page.status, page.heading, page.alert]).toEqual([410, 'This link ends nothing any more', 'This code has expired.'])
    expect(page.text).toContain('A new password signs everyone out as well.')
    expect(page.links).toContain('/forgot-password')
    expect((await thief.get('/auth/me')).status).toBe(200)
  })
})
