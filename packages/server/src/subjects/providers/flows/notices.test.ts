import { describe, expect, it } from 'vitest'
import { ADA, landing, oauthWorld } from '../../../../test/support/oauth-world.ts'

const EMAIL = 'ada@home.example'

/** Ada, who has a password, where `corp` has a name that people know. */
async function noticing(securityNotices = 'true') {
  const env = { SECURITY_NOTICES: securityNotices, OAUTH_CORP_LABEL: 'Corp & Sons' }
  const here = await oauthWorld({ withMail: true, env })
  return { ...here, ada: await here.signedUp(EMAIL) }
}

describe('linking a provider', () => {
  it('is told to the owner, with its name and the time', async () => {
    const { ada, link, mail } = await noticing()
    await link(ada, ADA)
    const { subject, text, html, recipients } = await mail.newest(EMAIL)
    expect(recipients).toEqual([EMAIL])
    expect(subject).toBe('Corp & Sons was connected to your Latchkey account')
    expect(text?.replace(/\s+/g, ' ')).toContain('was connected to your Latchkey account on January 1, 2030 at 00:00 UTC.')
    expect(html).toContain('Corp &amp; Sons was connected')
    expect(mail.mails).toHaveLength(1)
  })

  it('is told only when it was done', async () => {
    const { ada, link, corp, newcomer, mail, outbox } = await noticing()
    const taken = corp.person({ ...ADA, email: 'other@corp.example' })
    await newcomer(taken)
    expect(landing(await link(ada, taken))['error']).toBe('already_linked')
    await outbox.idle()
    expect(mail.mails).toEqual([])
  })
})

describe('unlinking a provider', () => {
  it('is told to the owner, with its name and the time', async () => {
    const { ada, link, mail, clock } = await noticing()
    await link(ada, ADA)
    clock.advance(3_600_000)
    expect((await ada.post('/auth/oauth/corp/unlink')).status).toBe(200)
    const { subject, text } = await mail.newest(EMAIL, 2)
    expect(subject).toBe('Corp & Sons was disconnected from your Latchkey account')
    expect(text?.replace(/\s+/g, ' ')).toContain('on January 1, 2030 at 01:00 UTC.')
  })

  it('is told to nobody where the operator wants no notices, and linking neither', async () => {
    const { ada, link, mail, outbox } = await noticing('false')
    await link(ada, ADA)
    await ada.post('/auth/oauth/corp/unlink')
    await outbox.idle()
    expect(mail.mails).toEqual([])
  })
})
