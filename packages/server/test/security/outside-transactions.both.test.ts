import { describe, expect, it } from 'vitest'
import { ada, gated, owing } from '../support/gated.ts'
import { invited } from '../support/invited.ts'
import { mailedCode, memberFor, NEW_PASSWORD, purposes, redeemAt } from '../support/mailed-codes.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

/** How often a password was hashed, or the mail server spoken to, while a transaction was open. */
const watch = ({ hasher, mail, transactionsThatChange }: World) =>
  transactionsThatChange(() => hasher.calls + mail.connections() + mail.offered.length)

/** A slow mail server or hash inside a transaction would hold its locks: on SQLite, everybody else's writes. */
describe('no password is hashed and no mail sent inside a transaction', () => {
  it.each(purposes)('by asking for and redeeming a code: %s', async (purpose) => {
    const here = await world({ withMail: true })
    const slips = watch(here)
    const who = await memberFor(here, purpose, 'ada@example.com')
    const { code } = await mailedCode(here, purpose, who)
    expect((await redeemAt[purpose](here, who, code)).status).toBe(200)
    expect(slips()).toBe(0)
  })

  it('by registering with a code that is mailed', async () => {
    const here = await world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    const slips = watch(here)
    await here.signedUp()
    await here.browser().post('/auth/login', ada)
    await here.mail.newest('ada@example.com')
    expect(slips()).toBe(0)
  })

  it('by signing in with a second factor', async () => {
    const here = await owing()
    const slips = watch(here)
    await here.browser().post('/auth/login', ada)
    await here.mail.newest('ada@example.com')
    expect(slips()).toBe(0)
    const { resend, verify, ...there } = await gated()
    const laterSlips = watch(there)
    await resend()
    const { code } = await there.mail.newest('ada@example.com', 2)
    expect((await verify(undefined, { code })).status).toBe(200)
    expect(laterSlips()).toBe(0)
  })

  it('by inviting and being invited', async () => {
    const { browser, form, admin, inviteId, ...here } = await invited()
    const slips = watch({ browser, ...here })
    await admin.post(`/admin/invites/${inviteId}/resend`)
    const { code } = await here.mail.newest('guest@example.com', 2)
    expect((await browser().post('/auth/invite/register', { ...form, code })).status).toBe(201)
    expect(slips()).toBe(0)
  })

  it('by changing a password, switching two-factor on and off, and deleting the account', async () => {
    const here = await world({ withMail: true, env: { SECURITY_NOTICES: 'true' } })
    const slips = watch(here)
    const browser = await here.signedUp()
    const steps = [
      () => browser.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      () => browser.post('/auth/2fa/enable', { password: NEW_PASSWORD, keepOtherSessions: true }),
      () => browser.post('/auth/2fa/disable', { password: NEW_PASSWORD }),
      () => browser.delete('/auth/account', { password: NEW_PASSWORD }),
    ]
    for (const [at, step] of steps.entries()) {
      expect((await step()).status).toBe(200)
      await here.mail.newest('ada@example.com', at + 1)
    }
    expect(slips()).toBe(0)
  })
})
