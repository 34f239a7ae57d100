import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { claimedWith, EMAIL, IMPOSTOR, MALLORY } from '../../../../test/support/hijacked.ts'
import { ADA, landing, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { stepUp } from '../../../../test/support/stepped-up.ts'
import { CLUB_ADA } from '../../../../test/support/two-providers.ts'
import { PASSWORD, type World } from '../../../../test/support/world.ts'

const NEW = 'battery staple 2'

/** Whoever reads Ada's mail chooses a new password. */
async function reset({ browser, mail, outbox }: Pick<World, 'browser' | 'mail' | 'outbox'>) {
  await outbox.idle()
  const before = mail.mails.length
  await browser().post('/auth/forgot-password', { email: EMAIL })
  const { code } = await mail.newest(EMAIL, before + 1)
  return browser().post('/auth/reset-password', { code, newPassword: NEW })
}

describe('an account that its rightful owner recovers by a password reset', () => {
  it.each([
    ['loses an identity whose provider has verified another address', MALLORY, []],
    ['loses one whose provider names the address without having verified it', IMPOSTOR, []],
    ['keeps one whose provider has verified the address', ADA, ['corp']],
  ])('%s, when nobody had proved the address', async (_what, as, kept) => {
    const here = await claimedWith(as)
    expect((await reset(here)).status).toBe(200)
    expect(await here.linked()).toEqual(kept)
    expect(await here.auditTypes()).toEqual(
      kept.length > 0 ? expect.not.arrayContaining(['oauth.unlinked']) : expect.arrayContaining(['oauth.unlinked']),
    )
  })

  it('no longer opens to the stranger', async () => {
    const here = await claimedWith(MALLORY)
    await reset(here)
    const mallory = here.browser()
    await here.signIn(mallory, MALLORY)
    expect((await mallory.get('/auth/me')).body.email).toBe(MALLORY.email)
  })

  it('keeps everything after its maker has proved the mailbox', async () => {
    const here = await claimedWith(MALLORY)
    await here.mallory.post('/auth/verify-email', { code: here.code })
    await reset(here)
    expect(await here.linked()).toEqual(['corp'])
  })

  it('keeps what was linked afterwards, and what vouches', async () => {
    const here = await claimedWith(ADA)
    here.clock.advance(1)
    await here.mallory.post('/auth/verify-email', { code: here.code })
    here.clock.advance(1)
    await stepUp(here.mallory)
    await here.linkClub(here.mallory, CLUB_ADA)
    await reset(here)
    expect(await here.linked()).toEqual(['club', 'corp'])
  })

  it('keeps the provider that made it and proved the address', async () => {
    const { browser, signIn, newcomer, mail, outbox } = await oauthWorld({ withMail: true })
    const { id } = (await (await newcomer()).get('/auth/me')).body
    expect((await reset({ browser, mail, outbox })).status).toBe(200)
    const again = browser()
    expect(landing(await signIn(again, ADA)).path).toBe('/account')
    expect((await again.get('/auth/me')).body.id).toBe(id)
  })
})

describe('the mail about a new password', () => {
  /** An account with a password that two providers open, and which one more opened that is no longer configured. */
  async function linkedTwice() {
    const here = await claimedWith(ADA, { env: { SECURITY_NOTICES: 'true', OAUTH_CLUB_LABEL: 'The <Club>' } })
    await here.mallory.post('/auth/verify-email', { code: here.code })
    await stepUp(here.mallory)
    await here.linkClub(here.mallory)
    await here.sql(`INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at)
      SELECT 'https://gone.example', 's', 'gone', id, verified_at + 1, 1 FROM accounts`)
    const notice = async () => {
      await here.outbox.idle()
      return here.mail.mails.filter(({ subject }) => /password.*was changed/.test(subject ?? '')).at(-1)
    }
    return { ...here, notice }
  }

  it.each([
    ['after a reset', (here: World, _browser: Browser) => reset(here)],
    [
      'after a change',
      (_here: World, browser: Browser) => browser.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW }),
    ],
  ])('names the providers that still open the account, %s', async (_when, change) => {
    const here = await linkedTwice()
    expect((await change(here, here.mallory)).status).toBe(200)
    const notice = await here.notice()
    expect(notice?.text).toContain('You can still sign in with The <Club>, corp as well.')
    expect(notice?.html).toContain('The &lt;Club&gt;, corp')
    expect(notice?.raw).not.toContain('gone')
  })

  it('does not speak of providers where there are none', async () => {
    const here = await claimedWith(MALLORY, { env: { SECURITY_NOTICES: 'true' } })
    await reset(here)
    await here.outbox.idle()
    const texts = here.mail.mails.map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('was changed'))
    expect(texts.join()).not.toMatch(/still sign in/)
  })
})

describe('a provider that fails', () => {
  it('is in the log with its reason, and without a secret', async () => {
    const { browser, corp, logged } = await oauthWorld()
    await corp.goAway()
    await browser().get('/auth/oauth/corp')
    expect(logged()).toContain('a sign-in provider failed')
    expect(logged()).toContain('ECONNREFUSED')
    expect(logged()).not.toContain('between the provider and the service')
  })
})
