import { describe, expect, it, onTestFinished } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { EMAIL, limited, refusedFor } from '../support/limited.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
/** How long others take it that a sender lives. */
const MARK = 2000
const ON = { LIMIT_MAILS_PER_MINUTE: '1', LIMIT_MAILS_PER_HOUR: '1' }
const patience = { timeout: 20_000, interval: 5 }

const signIn = ({ browser }: World): Promise<Reply> => browser().post('/auth/login', { email: EMAIL, password: PASSWORD })

/** Two services on one database, as two processes would be. */
async function twoEmptyServices(env: Record<string, string>) {
  const here = await limited({ ...ON, ...env })
  const there = await limited({ ...ON, ...env, SMTP_URL: here.mail.url }, here.database.url)
  onTestFinished(here.mail.goOn) // else the dead one would be waited for until its delivery is over
  const bindings = async () => (await here.sql(`SELECT hash FROM challenge_bindings`)).length
  const challenge = async () => (await here.sql(`SELECT * FROM challenges`))[0]
  const offered = (count: number) => expect.poll(() => here.mail.offered.length, patience).toBe(count)
  return {
    here,
    there,
    offered,
    challenge,
    /** So many browsers have signed in so far, or wait for it. */
    joined: (count: number) => expect.poll(bindings, patience).toBe(count),
    /** Everything that was ever to be sent has been. */
    async settled() {
      here.clock.advance(2 * MINUTE)
      here.outbox.wake()
      await here.outbox.idle()
      expect(await here.sql(`SELECT id FROM outbox WHERE done_at IS NULL`)).toEqual([])
    },
    codes: () => here.mail.mails.map(({ code }) => code),
  }
}

/** The same with an account that owes a second factor. */
async function twoServices() {
  const site = await twoEmptyServices({})
  await site.here.signedUp()
  await site.here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  return site
}

/** The same when the other service has died over its delivery, which the mail server never answered. */
async function deadSender(begin: (there: World) => Promise<Reply> = signIn) {
  const site = await twoServices()
  site.here.mail.treat('hangs in DATA')
  void begin(site.there)
  await site.offered(1)
  await site.here.sql(`UPDATE challenges SET guesses = 3`)
  return {
    ...site,
    /** Its mark is neither renewed nor taken away any more. */
    async dies() {
      await site.there.closeDatabase()
      site.here.mail.treat('accepts')
    },
  }
}

const verify = (browser: Browser, challengeId: string, code: string | undefined) =>
  browser.post('/auth/2fa/verify', { challengeId, code })

describe('POST /auth/login whose code was begun by a process that died', () => {
  it('takes it over as soon as the dead one cannot be alive: one mail, the same challenge and its guesses', async () => {
    const { here, dies, joined, challenge, codes, settled } = await deadSender()
    const visitor = here.browser()
    const waiting = visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
    await joined(2)
    await dies()
    here.clock.advance(MARK)
    const before = await challenge()
    const { status, body } = await waiting
    expect([status, body]).toMatchObject([200, { codeSent: true, challengeId: before?.['id'] }])
    expect(body.expiresAt).toBe(new Date(here.clock.now() + 300_000).toISOString())
    expect(await challenge()).toMatchObject({ guesses: 3, resends: 0, mail_pending_until: 0 })
    await settled()
    expect(codes()).toHaveLength(1)
    here.clock.advance(-2 * MINUTE)
    expect((await verify(visitor, body.challengeId, codes()[0])).status).toBe(200)
    expect(await here.sql(`SELECT id FROM audit_events WHERE type = '2fa.code.sent'`)).toHaveLength(1)
  })

  it('does not wait at all when it comes later', async () => {
    const { here, dies, codes, settled } = await deadSender()
    await dies()
    here.clock.advance(MARK)
    expect((await signIn(here)).body).toMatchObject({ codeSent: true })
    await settled()
    expect(codes()).toHaveLength(1)
  })

  it('is counted in the place of the one that died, and given back when it is refused', async () => {
    const { here, dies } = await deadSender()
    await dies()
    here.clock.advance(MARK)
    here.mail.treat('rejects the recipient')
    expect(await signIn(here)).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect(await here.sql(`SELECT id FROM audit_events WHERE type = '2fa.code.sent'`)).toEqual([])
    here.mail.treat('accepts')
    expect((await signIn(here)).body).toMatchObject({ codeSent: true })
    await here.sql(`UPDATE challenges SET used_at = 1`)
    expect(await signIn(here)).toMatchObject(refusedFor(60 - MARK / 1000))
  })

  it('is taken over by one of many who wait, and the others wait for that one', async () => {
    const { here, dies, joined, codes, settled } = await deadSender()
    const waiting = Array.from({ length: 10 }, () => signIn(here))
    await joined(11)
    await dies()
    here.clock.advance(MARK)
    const replies = await Promise.all(waiting)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(replies.filter(({ body }) => body.codeSent)).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.expiresAt)).size).toBe(1)
    await settled()
    expect(codes()).toHaveLength(1)
  })

  it('does not send another when the mail had left and its sender died before it could say so', async () => {
    const { here, dies, challenge, codes } = await deadSender()
    const [mail] = await here.sql(`SELECT id FROM outbox WHERE done_at IS NULL`)
    await dies()
    await here.sql(`UPDATE outbox SET done_at = 1, outcome = 'sent' WHERE id = ?`, [mail?.['id'] ?? null])
    here.clock.advance(MARK)
    const hash = (await challenge())?.['code_hash']
    expect((await signIn(here)).body).toMatchObject({ codeSent: false })
    expect(await challenge()).toMatchObject({ code_hash: hash, mail_pending_until: 0 })
    expect(codes()).toEqual([])
  })
})

describe('POST /auth/2fa/resend whose code was begun by a process that died', () => {
  async function deadResend() {
    const site = await twoServices()
    const visitor = site.here.browser()
    const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
    const resend = (by = visitor.clone()) => by.post('/auth/2fa/resend', { challengeId: body.challengeId })
    for (const { clock } of [site.here, site.there]) clock.advance(60 * MINUTE)
    await site.here.sql(`UPDATE challenges SET expires_at = ?, resends = 2`, [site.here.clock.now() + MINUTE])
    site.here.mail.treat('hangs in DATA')
    const elsewhere = site.there.browser()
    for (const [name, value] of visitor.jar) elsewhere.jar.set(name, value)
    void resend(elsewhere)
    await site.offered(2)
    const dies = async () => {
      await site.there.closeDatabase()
      site.here.mail.treat('accepts')
    }
    return { ...site, resend, dies, visitor, challengeId: body.challengeId as string }
  }

  it('takes it over while it waits, and is no further resend', async () => {
    const { here, resend, dies, challenge, codes, visitor, challengeId } = await deadResend()
    const seenAt = async () => (await here.sql(`SELECT last_seen_at FROM accounts`))[0]?.['last_seen_at']
    here.clock.advance(1)
    const waiting = resend()
    await expect.poll(seenAt, patience).toBe(here.clock.now())
    await dies()
    here.clock.advance(MARK)
    expect(await waiting).toMatchObject({ status: 200, body: { codeSent: true } })
    expect(await challenge()).toMatchObject({ resends: 3 })
    expect(codes()).toHaveLength(2)
    expect((await verify(visitor, challengeId, codes()[1])).status).toBe(200)
  })

  it('takes it over when it comes later, and is no further resend', async () => {
    const { here, resend, dies, challenge, codes, settled } = await deadResend()
    await dies()
    here.clock.advance(MARK)
    expect(await resend()).toMatchObject({ status: 200, body: { codeSent: true } })
    expect(await challenge()).toMatchObject({ resends: 3 })
    await settled()
    expect(codes()).toHaveLength(2)
  })
})

describe('a sender that lives', () => {
  it('is not overtaken, however slow the mail server is', async () => {
    const { here, there, offered, joined, challenge, codes } = await twoServices()
    here.mail.treat('hangs in DATA')
    const sender = signIn(there)
    await offered(1)
    const waiting = signIn(here)
    await joined(2)
    for (let n = 0; n < 4; n++) {
      for (const { clock } of [here, there]) clock.advance(MARK - 500)
      await expect.poll(async () => (await challenge())?.['mail_pending_until'], patience).toBe(here.clock.now() + MARK)
    }
    await here.mail.goOn()
    expect(await sender).toMatchObject({ status: 200, body: { codeSent: true } })
    expect(await waiting).toMatchObject({ status: 200, body: { codeSent: false } })
    expect(codes()).toHaveLength(1)
    expect(here.mail.offered).toHaveLength(1)
  })

  /** A process that was stopped for a while, or whose clock is behind. */
  async function overtaken() {
    const site = await twoServices()
    const { here, there, offered, joined, codes } = site
    here.mail.treat('hangs in DATA')
    const sender = signIn(there)
    await offered(1)
    here.mail.treat('accepts')
    here.clock.advance(MARK + 1)
    const visitor = here.browser()
    const { body } = await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })
    expect(body.codeSent).toBe(true)
    await joined(2)
    expect(codes()).toHaveLength(1)
    return { ...site, sender, visitor, challengeId: body.challengeId as string, code: codes()[0] }
  }

  it('leaves the code alone that has taken the place of its own, when its mail leaves late', async () => {
    const { here, sender, visitor, challengeId, code, challenge } = await overtaken()
    const before = await challenge()
    await here.mail.goOn()
    expect(await sender).toMatchObject({ status: 200, body: { challengeId } })
    expect(await challenge()).toEqual(before)
    expect((await verify(visitor, challengeId, code)).status).toBe(200)
  })

  it('takes nothing back that is no longer its own, when its mail is refused late', async () => {
    const { here, sender, visitor, challengeId, code, challenge } = await overtaken()
    const mailCounts = () => here.sql(`SELECT * FROM limits WHERE bucket LIKE 'mail-%' ORDER BY bucket`)
    const before = { challenge: await challenge(), counts: await mailCounts() }
    // The one that has taken its place is counted instead of it, by every limit there is.
    expect(before.counts.length).toBeGreaterThan(1)
    for (const { bucket, count } of before.counts) expect([bucket, count]).toEqual([bucket, 1])
    await here.mail.goAway()
    expect(await sender).toMatchObject({ status: 200, body: { challengeId } })
    expect({ challenge: await challenge(), counts: await mailCounts() }).toEqual(before)
    expect(await here.sql(`SELECT id FROM audit_events WHERE type = '2fa.code.sent'`)).toHaveLength(1)
    expect((await verify(visitor, challengeId, code)).status).toBe(200)
  })
})

describe('a registration whose code was taken over', () => {
  const registered = ['user.registered', '2fa.code.sent']

  async function registering() {
    const site = await twoEmptyServices({ REQUIRE_EMAIL_2FA: 'true' })
    site.here.mail.treat('hangs in DATA')
    const registration = site.there.browser().post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })
    await site.offered(1)
    site.here.mail.treat('accepts')
    return { ...site, registration }
  }

  it('stays in the log with its account when its process died', async () => {
    const { here, there } = await registering()
    await there.closeDatabase()
    here.clock.advance(MARK)
    expect((await signIn(here)).body).toMatchObject({ codeSent: true })
    expect(await here.auditTypes()).toEqual(registered)
  })

  it('is not taken back when it was only slow, and its own mail is refused late', async () => {
    const { here, registration } = await registering()
    here.clock.advance(MARK + 1)
    expect((await signIn(here)).body).toMatchObject({ codeSent: true })
    await here.mail.goAway()
    expect(await registration).toMatchObject({ status: 201, body: { requiresTwoFactor: true } })
    expect(await here.auditTypes()).toEqual(registered)
    expect(await here.sql(`SELECT email FROM accounts`)).toEqual([{ email: EMAIL }])
  })
})
