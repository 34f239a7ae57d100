import { describe, expect, it } from 'vitest'
import { EMAIL } from '../../../../test/support/factored.ts'
import { DAY, NEW, settledMoving } from '../../../../test/support/moving.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

/** Ada has moved, and the link of the mail to her old mailbox was opened. */
async function moved(env: Record<string, string> = {}) {
  const here = await settledMoving(env)
  const { revertCode } = await here.move()
  const open = async (code = revertCode, visitor = new PageVisitor(here.browser())) => {
    await visitor.open('/revert-email')
    return { visitor, page: await visitor.submit('open', { code }) }
  }
  return { ...here, revertCode, open }
}

describe('/revert-email', () => {
  it('names the account, the address that it gets back and what else happens, and does none of it yet', async () => {
    const { open, owner } = await moved()
    const { page } = await open()
    expect([page.status, page.heading]).toEqual([200, 'Take the new address back'])
    expect(page.text).toContain(`Account ${NEW} Gets back ${EMAIL}`)
    for (const words of [
      'Everyone is signed out',
      'The password no longer works.',
      'What was added lately is removed',
      'We’ll send a link',
    ])
      expect(page.text).toContain(words)
    await open()
    expect((await owner.get('/auth/me')).body.email).toBe(NEW)
  })

  it('takes the change back at the second click, and waits for the mail with the new password', async () => {
    const { open, owner, sql, mail, countOf } = await moved()
    const before = countOf(EMAIL)
    const { visitor } = await open()
    const page = await visitor.submit('act')
    expect(page.address).toBe('/check-your-mail?for=reset&done=reverted')
    expect(page.notice).toBe('The account has its old address again, and everyone was signed out.')
    expect(page.text).toContain(`for ${EMAIL}`)
    expect((await owner.get('/auth/me')).status).toBe(401)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: EMAIL }])
    expect((await mail.newest(EMAIL, before + 1)).link).toContain('/reset-password#code=')
  })

  it('works for a visitor who is signed in to another account, and leaves that session alone', async () => {
    const { open, signedUp, sql } = await moved()
    const eve = await signedUp('eve@example.com')
    const { visitor, page } = await open(undefined, new PageVisitor(eve))
    expect(page.text).toContain('You are signed in as eve@example.com . This is about another account')
    await visitor.submit('act')
    expect((await eve.get('/auth/me')).body.email).toBe('eve@example.com')
    expect(await sql(`SELECT email FROM accounts ORDER BY email`)).toEqual([{ email: EMAIL }, { email: 'eve@example.com' }])
  })

  it('says of a dead link why, and how to get in', async () => {
    const { open } = await moved()
    const { page: unknown } = await open('a'.repeat(43))
    expect([unknown.status, unknown.field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    expect(unknown.links).toContain('/forgot-password')
    const { visitor } = await open()
    await visitor.submit('act')
    const { page: used } = await open()
    expect([used.status, used.heading, used.alert]).toEqual([
      410,
      'This link takes nothing back any more',
      'This code was already used.',
    ])
    expect(used.links).toContain('/forgot-password')
    expect(used.text).not.toContain('example.org')
  })

  it.each([
    [{}, '/forgot-password'],
    [{ PAGES_SUPPORT: 'mailto:help@example.com' }, 'mailto:help@example.com'],
  ])('says after a week where help is, with %j', async (env, way) => {
    const { open, clock } = await moved(env)
    clock.advance(7 * DAY)
    const { page } = await open()
    expect([page.status, page.alert]).toEqual([410, 'This code has expired.'])
    expect(page.textsOf('<a class="button"[^>]*>(.*?)</a>')).toHaveLength(1)
    expect(page.html).toContain(`<a class="button" href="${way}"`)
  })

  it('goes on working where addresses cannot be changed any more', async () => {
    const { browser } = await settledMoving({ EMAIL_CHANGE: 'false' })
    expect((await new PageVisitor(browser()).open('/revert-email')).status).toBe(200)
  })
})
