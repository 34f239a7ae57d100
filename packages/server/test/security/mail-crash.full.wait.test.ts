import { describe, expect, it, onTestFinished } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { emptyDatabase } from '../support/database.ts'
import { startServer } from '../support/server-process.ts'
import { smtpInbox } from '../support/smtp-inbox.ts'
import { PASSWORD } from '../support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
/** The built program looks for due mail every five seconds, and waits five before it tries again. */
const patience = { timeout: 20_000, interval: 100 }

async function crashSite(env: Record<string, string> = {}) {
  const mail = await smtpInbox()
  const database = await emptyDatabase()
  const engine = await openEngine({ url: database.url, poolSize: 1, onError: () => undefined })
  onTestFinished(async () => {
    await mail.close()
    await engine.close()
    await database.drop()
  })
  const settings = { DATABASE_URL: database.url, SMTP_URL: mail.url, LOG_LEVEL: 'info', ...env }
  return {
    mail,
    sql: engine.query,
    start: () => startServer(settings, database.directory),
    /** The minute for which a dead process still counts as sending. */
    endLeases: () => engine.query(`UPDATE outbox SET leased_until = 0`),
    /** Whatever is still to come has come when nothing is open any more. */
    settled: () => expect.poll(() => engine.query(`SELECT id FROM outbox WHERE done_at IS NULL`), patience).toEqual([]),
  }
}

async function deliveryHadBegun(): Promise<void> {
  const { mail, start, endLeases, settled } = await crashSite()
  const doomed = await start()
  await doomed.post('/auth/register', ada)
  mail.treat('hangs in DATA')
  expect((await doomed.post('/auth/forgot-password', ada)).status).toBe(200)
  await expect.poll(() => mail.offered.length, patience).toBe(1)
  doomed.kill('SIGKILL')
  await doomed.exited
  expect(mail.mails).toEqual([])

  mail.treat('accepts')
  await endLeases()
  const server = await start()
  await settled()
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([[ada.email]])
  const reset = { code: mail.mails[0]?.code, newPassword: 'battery staple 2' }
  expect((await server.post('/auth/reset-password', reset)).status).toBe(200)
}

async function nobodyTookIt(): Promise<void> {
  const { mail, sql, start, settled } = await crashSite()
  const doomed = await start()
  await doomed.post('/auth/register', ada)
  // The mail server is seen, so that the next request is taken; then it is gone.
  await doomed.post('/auth/forgot-password', { email: 'nobody@example.com' })
  await mail.goAway()
  expect((await doomed.post('/auth/forgot-password', ada)).status).toBe(200)
  await expect
    .poll(() => sql(`SELECT attempts FROM outbox WHERE done_at IS NULL AND leased_until = 0`), patience)
    .toMatchObject([{ attempts: 1 }])
  doomed.kill('SIGKILL')
  await doomed.exited

  await mail.comeBack()
  await start()
  await settled()
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([[ada.email]])
}

async function registrationWaited(): Promise<void> {
  const { mail, start, endLeases, settled } = await crashSite({ REQUIRE_EMAIL_VERIFICATION: 'true' })
  const doomed = await start()
  mail.treat('hangs in DATA')
  const unanswered = doomed.post('/auth/register', ada).catch(() => undefined)
  await expect.poll(() => mail.offered.length, patience).toBe(1)
  doomed.kill('SIGKILL')
  await doomed.exited
  expect(await unanswered).toBeUndefined()

  mail.treat('accepts')
  await endLeases()
  const server = await start()
  await settled()
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([[ada.email]])
  expect((await server.post('/auth/verify-email', { code: mail.mails[0]?.code })).status).toBe(200)
}

/** One process mails the code of a sign-in, which the mail server leaves hanging, and a sign-in at another waits for it. */
async function twoAtOneChallenge() {
  const site = await crashSite({ RATE_LIMITS: 'true' })
  const [sender, other] = await Promise.all([site.start(), site.start()])
  await sender.post('/auth/register', ada)
  await site.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  site.mail.treat('hangs in DATA')
  const sending = sender.post('/auth/login', ada).catch(() => undefined)
  await expect.poll(() => site.mail.offered.length, patience).toBe(1)
  const waiting = other.post('/auth/login', ada)
  await expect.poll(async () => (await site.sql(`SELECT hash FROM challenge_bindings`)).length, patience).toBe(2)
  site.mail.treat('accepts')
  const pendingUntil = async () =>
    Number((await site.sql(`SELECT mail_pending_until FROM challenges`))[0]?.['mail_pending_until'])
  /** Whoever has waited can finish the sign-in with the one mail that was sent. */
  const finish = async (reply: Response, challengeId: string) => {
    await site.endLeases()
    await site.settled()
    expect(site.mail.mails.map(({ recipients }) => recipients)).toEqual([[ada.email]])
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const verified = await other.post('/auth/2fa/verify', { challengeId, code: site.mail.mails[0]?.code }, { cookie })
    expect(verified.status).toBe(200)
  }
  return { ...site, sender, sending, waiting, pendingUntil, finish }
}

/** A sign-in waits for the code which another process is mailing, and takes it over when that one is killed. */
async function senderDied(): Promise<void> {
  const { sender, sending, waiting, finish } = await twoAtOneChallenge()
  sender.kill('SIGKILL')
  await sender.exited
  expect(await sending).toBeUndefined()
  const reply = await waiting
  const body = await reply.json()
  expect([reply.status, body]).toMatchObject([200, { codeSent: true }])
  await finish(reply, body.challengeId)
}

/** It does not overtake it while it lives, however long the mail server takes. */
async function senderLived(): Promise<void> {
  const { mail, sending, waiting, pendingUntil, finish } = await twoAtOneChallenge()
  const before = await pendingUntil()
  await expect.poll(pendingUntil, patience).toBeGreaterThan(before + 4000)
  await mail.goOn()
  expect(await (await sending)?.json()).toMatchObject({ codeSent: true })
  const reply = await waiting
  const body = await reply.json()
  expect([reply.status, body]).toMatchObject([200, { codeSent: false }])
  await finish(reply, body.challengeId)
}

/** In one test, because each of them waits five real seconds for a process to look. */
describe('kill -9 between the commit and the delivery of a mail', () => {
  it('loses none, and sends it once: begun, or not taken at the time, or waited for by a registration or another sign-in', async () => {
    await Promise.all([deliveryHadBegun(), nobodyTookIt(), registrationWaited(), senderDied(), senderLived()])
  })
})
