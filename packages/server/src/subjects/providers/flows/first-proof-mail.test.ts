import { describe, expect, it } from 'vitest'
import { claimedByPassword, claimedWith, EMAIL } from '../../../../test/support/hijacked.ts'
import { ADA } from '../../../../test/support/oauth-world.ts'

const notices = { env: { SECURITY_NOTICES: 'true' } }

describe('the mail about the first proof of a mailbox', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  /** Registered from somewhere with a browser, and proved elsewhere. */
  async function provedElsewhere(userAgent: string, env: Record<string, string> = {}) {
    const here = await claimedByPassword({ env: { SECURITY_NOTICES: 'true', ...env } })
    await here.sql(`UPDATE audit_events SET ip = '203.0.113.7', user_agent = ? WHERE type = 'user.registered'`, [userAgent])
    here.clock.advance(300_000)
    await here.browser().post('/auth/verify-email', { code: here.code })
    await here.outbox.idle()
    return { ...here, notice: here.mail.mails.find(({ subject }) => /confirmed/.test(subject ?? '')) }
  }

  it('says when and from where the account was made, what opens it, what was removed, and what to do', async () => {
    const { notice } = await provedElsewhere(FIREFOX)
    expect(notice?.recipients).toEqual([EMAIL])
    expect(notice?.link).toMatch(/^http:\/\/localhost:3000\/not-me#code=[\w-]{43}$/)
    for (const part of [notice?.text, notice?.html]) {
      expect(part).toContain('January 1, 2030 at 00:00 UTC')
      expect(part).toContain('203.0.113.7 (Firefox on Linux)')
      expect(part).toMatch(/your password/i)
      expect(part).toContain('connected accounts (corp)')
    }
    expect(notice?.text).toContain("This wasn't me")
    expect(notice?.html).toContain('This wasn&#39;t me')
  })

  it('repeats nothing that a stranger has chosen', async () => {
    const { notice } = await provedElsewhere('Call +1 555 0100 now')
    expect(notice?.text).toMatch(/^Hello,/)
    expect(notice?.text).toContain('203.0.113.7.')
    expect(`${notice?.subject}${notice?.text}${notice?.html}`).not.toContain('555')
  })

  it('does without what is no longer in the log', async () => {
    const here = await claimedByPassword(notices)
    await here.sql(`DELETE FROM audit_events WHERE type = 'user.registered'`)
    await here.browser().post('/auth/verify-email', { code: here.code })
    await here.outbox.idle()
    const notice = here.mail.mails.find(({ subject }) => /confirmed/.test(subject ?? ''))
    expect(notice?.text).toContain('January 1, 2030 at 00:00 UTC.')
  })

  it('names the providers that remain', async () => {
    const here = await claimedWith(ADA, notices)
    await here.sql(`UPDATE accounts SET mailbox_proved_at = NULL`) // as if it had vouched for another address then
    await here.browser().post('/auth/verify-email', { code: here.code })
    await here.outbox.idle()
    const notice = here.mail.mails.find(({ subject }) => /confirmed/.test(subject ?? ''))
    expect(notice?.text).toMatch(/your password, corp/i)
    expect(notice?.text).not.toContain('connected accounts')
  })

  it('is a notice: there is none where notices are off', async () => {
    const here = await provedElsewhere(FIREFOX, { SECURITY_NOTICES: 'false' })
    expect(here.notice).toBeUndefined()
  })
})
