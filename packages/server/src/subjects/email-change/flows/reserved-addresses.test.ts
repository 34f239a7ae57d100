import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import { EMAIL } from '../../../../test/support/factored.ts'
import { DAY, moving, NEW, settledMoving } from '../../../../test/support/moving.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const taken = { status: 409, body: { error: 'email_already_exists' } }
const newcomer = { email: EMAIL, password: PASSWORD, name: 'Eve' }

/** Ada has moved, and can go back for a week. */
async function moved(env: Record<string, string> = {}) {
  const here = await settledMoving(env)
  await here.move()
  return here
}

describe('an address that can be reverted to', () => {
  it('is not for a newcomer, until the week is over', async () => {
    const { browser, clock, sql } = await moved()
    expect(await browser().post('/auth/register', newcomer)).toMatchObject(taken)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: NEW }])
    clock.advance(7 * DAY)
    expect((await browser().post('/auth/register', newcomer)).status).toBe(201)
  })

  it('is not for an invite, nor for one that was sent before', async () => {
    const here = await settledMoving({ ENABLE_INVITE: 'true' })
    const root = await signedInAsAdmin(here, 'root@example.com')
    await root.post('/admin/invites', { email: 'later@example.com' })
    const { code } = await here.mail.newest('later@example.com')
    await here.move()
    expect(await root.post('/admin/invites', { email: EMAIL })).toMatchObject(taken)
    await here.sql(`UPDATE invites SET email = ?`, [EMAIL])
    const form = { code, name: 'Eve', password: PASSWORD, confirmPassword: PASSWORD }
    expect(await here.browser().post('/auth/invite/register', form)).toMatchObject(taken)
  })

  it('is not for an administrator to give, as a new account or as a new address', async () => {
    const here = await moved()
    const root = await signedInAsAdmin(here, 'root@example.com')
    const { body } = await root.get('/auth/me')
    expect(await root.post('/admin/users', { ...newcomer, role: 'user' })).toMatchObject(taken)
    expect(await root.send('PATCH', `/admin/users/${body.id}/email`, { email: EMAIL })).toMatchObject(taken)
  })

  it('is not for a visitor who comes from a provider', async () => {
    const here = await oauthWorld({ withMail: true, env: { EMAIL_CHANGE_CONFIRM: 'new' } })
    const owner = await here.signedUp(EMAIL)
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    await owner.post('/auth/email/change', { email: NEW })
    const { code } = await here.mail.newest(NEW)
    await owner.post('/auth/email/change/confirm', { code })
    await here.signIn(here.browser())
    expect(await here.sql(`SELECT email FROM accounts`)).toEqual([{ email: NEW }])
    expect(await here.sql(`SELECT subject FROM identities`)).toEqual([])
  })

  it('is not for an invite to an organisation that would make an account', async () => {
    const here = await settledMoving({ ORGANISATIONS: 'true' })
    const other = await here.signedUp('bob@example.com')
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = 'bob@example.com'`)
    const { body: org } = await other.post('/auth/orgs', { name: 'Acme' })
    await here.move()
    const before = here.countOf(EMAIL)
    await other.post(`/auth/orgs/${org.id}/invites`, { email: EMAIL, role: 'member' })
    const { code } = await here.mail.newest(EMAIL, before + 1)
    const form = { code, name: 'Eve', password: PASSWORD, confirmPassword: PASSWORD }
    expect(await here.browser().post('/auth/orgs/invites/register', form)).toMatchObject(taken)
  })

  it('is not for another account that asks for it, which does not learn so, and is for its own', async () => {
    const here = await moved()
    const bob = await here.signedUp('bob@example.com')
    const before = here.countOf(EMAIL)
    const free = await bob.post('/auth/email/change', { email: 'free@example.org' })
    expect((await bob.post('/auth/email/change', { email: EMAIL })).text).toBe(free.text)
    await here.mail.newest('free@example.org')
    expect(here.countOf(EMAIL)).toBe(before)
    await here.prove()
    const { newCode } = await here.ask(EMAIL, NEW)
    expect((await here.confirm(newCode)).body.completed).toBe(true)
  })

  it('is none where the change cannot be reverted', async () => {
    const { move, browser } = await moving()
    await move()
    expect((await browser().post('/auth/register', newcomer)).status).toBe(201)
  })
})
