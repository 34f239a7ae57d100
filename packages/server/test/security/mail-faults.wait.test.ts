import { describe, expect, it } from 'vitest'
import { askFor, mailedCode, member, memberFor, passwordlessMember, redeemAt, signIn } from '../support/mailed-codes.ts'
import type { SmtpManner } from '../support/smtp-inbox.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

type Fault = SmtpManner | 'is away'

const quickFaults: readonly Fault[] = ['is away', 'drops in DATA', 'says 421', 'rejects the recipient', 'rejects the mail']
const slowFaults: readonly Fault[] = ['hangs at the greeting', 'hangs in DATA']

/** The 10 s of a delivery, and some time to hash and to answer on a busy machine. */
const DEADLINE_MS = 15_000
const MINUTE = 60_000
const HOUR = 3_600_000

/** Connections that are open end as well: a fault that is met at the greeting would not be met on them. */
async function breakMail({ mail }: World, fault: Fault): Promise<void> {
  await mail.goAway()
  if (fault === 'is away') return
  mail.treat(fault)
  await mail.comeBack()
}

async function mendMail({ mail }: World, fault: Fault): Promise<void> {
  mail.treat('accepts')
  if (fault === 'is away') await mail.comeBack()
}

const register = ({ browser }: World, email: string) =>
  browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
const undelivered = ({ sql }: World) => sql(`SELECT id FROM outbox WHERE done_at IS NULL`)
const mailsTo = ({ mail }: World, email: string) => mail.mails.filter(({ recipients }) => recipients.includes(email))

/** A service that mails a code before it lets anybody in. */
const strictWorld = () => world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })

async function registerAndRetry(here: World, fault: Fault, email: string): Promise<void> {
  await breakMail(here, fault)
  const before = performance.now()
  expect(await register(here, email), fault).toMatchObject({ status: 500, body: { error: 'email_failed' }, setCookies: [] })
  expect(performance.now() - before, fault).toBeLessThan(DEADLINE_MS)
  for (const table of ['accounts', 'codes']) expect(await here.sql(`SELECT * FROM ${table}`), `${fault}: ${table}`).toEqual([])
  expect(await undelivered(here), fault).toEqual([])

  await mendMail(here, fault)
  expect((await register(here, email)).status, fault).toBe(201)
  expect(mailsTo(here, email), fault).toHaveLength(1)
  expect((await here.browser().post('/auth/verify-email', { code: mailsTo(here, email)[0]?.code })).status, fault).toBe(200)
  for (const table of ['accounts', 'codes']) await here.sql(`DELETE FROM ${table}`)
}

describe('a mail that is not accepted', () => {
  it('makes register answer email_failed and leave nothing, so that a retry works', async () => {
    const here = await strictWorld()
    for (const [n, fault] of quickFaults.entries()) await registerAndRetry(here, fault, `n${n}@example.com`)
  })

  it.each(['verify-email', 'set-password', 'delete-account'] as const)(
    'makes the request for a %s code answer email_failed and leave no live one, so that a retry works',
    async (purpose) => {
      const here = await world({ withMail: true })
      for (const [n, fault] of quickFaults.entries()) {
        const who = await memberFor(here, purpose, `n${n}@example.com`)
        await breakMail(here, fault)
        expect(await askFor[purpose](here, who), fault).toMatchObject({ status: 500, body: { error: 'email_failed' } })
        expect(await here.sql(`SELECT id FROM codes WHERE used_at IS NULL`), fault).toEqual([])
        expect(await undelivered(here), fault).toEqual([])

        await mendMail(here, fault)
        const { code } = await mailedCode(here, purpose, who)
        expect((await redeemAt[purpose](here, who, code)).status, fault).toBe(200)
      }
    },
  )
})

async function othersGoOn(): Promise<void> {
  const here = await world({ withMail: true })
  const ada = await member(here, 'ada@example.com')
  const bob = await member(here, 'bob@example.com')
  const eve = await passwordlessMember(here, 'eve@example.com')
  here.mail.treat('hangs in DATA')
  let answered = 0
  const waiting = [askFor['verify-email'](here, ada), askFor['set-password'](here, eve), askFor['delete-account'](here, eve)].map(
    (reply) => reply.finally(() => answered++),
  )
  await expect.poll(() => here.mail.offered.length).toBe(3)

  expect((await signIn(here, bob.email)).status).toBe(200)
  expect((await bob.browser.put('/auth/name', { name: 'Robert' })).status).toBe(200)
  expect((await register(here, 'new@example.com')).status).toBe(201)
  expect((await eve.browser.clone().put('/auth/name', { name: 'Eva' })).status).toBe(200)
  expect(answered).toBe(0)

  const replies = await Promise.all(waiting)
  expect(replies.map(({ body }) => body.error)).toEqual(replies.map(() => 'email_failed'))
  expect(await here.sql(`SELECT id FROM codes WHERE used_at IS NULL`)).toEqual([])
}

/** More than the connections to the mail server, so that some wait for their turn. */
const CROWD = Array.from({ length: 8 }, (_, n) => `crowd${n}@example.com`)

/** The first five mails hang for good; the server takes whatever comes after them. */
async function hangFirstFive({ mail }: World): Promise<void> {
  await expect.poll(() => mail.offered.length).toBe(5)
  mail.treat('accepts')
}

/** The mails of the crowd are written while nobody takes them, so that they are all due at once later. */
async function resetsOfTheCrowd(): Promise<World> {
  const here = await world({ withMail: true })
  for (const email of CROWD) await here.signedUp(email)
  await here.browser().post('/auth/forgot-password', { email: 'nobody@example.com' })
  await here.mail.goAway()
  for (const email of CROWD) await here.browser().post('/auth/forgot-password', { email })
  await here.outbox.idle()
  expect(await undelivered(here)).toHaveLength(CROWD.length)
  await here.mail.comeBack()
  return here
}

async function registerInTheCrowd(): Promise<void> {
  const here = await strictWorld()
  here.mail.treat('hangs in DATA')
  const registrations = CROWD.map((email) => register(here, email))
  await hangFirstFive(here)
  const replies = await Promise.all(registrations)
  expect(replies.filter(({ status, body }) => status !== 201 && body.error !== 'email_failed')).toEqual([])

  // A server that accepts a mail in the very moment it is given up cannot be told so: it may reach more than are let in.
  const letIn = CROWD.filter((_, n) => replies[n]?.status === 201)
  const reached = here.mail.mails.flatMap(({ recipients }) => recipients)
  expect(reached).toEqual(expect.arrayContaining(letIn))
  expect(new Set(reached).size).toBe(reached.length)
  expect((await here.sql(`SELECT email FROM accounts ORDER BY email`)).map(({ email }) => email)).toEqual(letIn)
}

async function retryInTheCrowd(): Promise<void> {
  const here = await resetsOfTheCrowd()
  here.mail.treat('hangs in DATA')
  here.clock.advance(MINUTE)
  here.outbox.wake()
  await hangFirstFive(here)
  await here.outbox.idle()
  here.clock.advance(MINUTE)
  here.outbox.wake()
  await here.outbox.idle()
  expect(await undelivered(here)).toEqual([])
  expect(new Set(here.mail.mails.flatMap(({ recipients }) => recipients))).toEqual(new Set(CROWD))
}

/** In one test, because each of them waits ten real seconds. */
describe('a mail server that hangs', () => {
  it('holds nobody but whoever waits for it, within the deadline; what was given up is not sent later, nor twice', async () => {
    await Promise.all([
      ...slowFaults.map(async (fault) => registerAndRetry(await strictWorld(), fault, 'ada@example.com')),
      othersGoOn(),
      registerInTheCrowd(),
      retryInTheCrowd(),
    ])
  })
})

/** The mail server is seen, then goes; Ada's reset mail is written meanwhile and cannot leave. */
async function stuckReset() {
  const here = await world({ withMail: true })
  const ada = await member(here, 'ada@example.com')
  await here.browser().post('/auth/forgot-password', { email: 'nobody@example.com' })
  await here.mail.goAway()
  expect((await askFor['reset-password'](here, ada)).status).toBe(200)
  await here.outbox.idle()
  const row = async () => (await here.sql(`SELECT * FROM outbox WHERE outcome IS NULL OR outcome <> 'decoy'`))[0]
  const tryAfter = async (ms: number) => {
    here.clock.advance(ms)
    here.outbox.wake()
    await here.outbox.idle()
  }
  return { here, ada, row, tryAfter }
}

describe('background mail', () => {
  it('is tried again with back-off while nobody answers, and then delivered once', async () => {
    const { here, ada, row, tryAfter } = await stuckReset()
    for (const [attempt, pause] of [5000, 15_000, 45_000].entries()) {
      expect(await row()).toMatchObject({ attempts: attempt + 1, done_at: null })
      await tryAfter(pause / 2 - 1) // half of a pause is left to chance
      expect(await row()).toMatchObject({ attempts: attempt + 1 })
      await tryAfter(pause / 2 + 1)
    }
    expect(await row()).toMatchObject({ attempts: 4, done_at: null })

    await here.mail.comeBack()
    await tryAfter(135_000)
    expect(await row()).toMatchObject({ outcome: 'sent', payload: null })
    for (let i = 0; i < 3; i++) await tryAfter(HOUR / 10)
    expect(here.mail.mails).toHaveLength(1)
    expect((await redeemAt['reset-password'](here, ada, here.mail.mails[0]?.code ?? '')).status).toBe(200)
  })

  it('is given up when the code inside is stale', async () => {
    const { here, row, tryAfter } = await stuckReset()
    await here.mail.comeBack()
    await tryAfter(HOUR)
    expect(await row()).toMatchObject({ outcome: 'expired', payload: null })
    expect(here.mail.mails).toEqual([])
  })

  it('is given up when the code would be stale at the next attempt', async () => {
    const { row, tryAfter } = await stuckReset()
    await tryAfter(HOUR - 1)
    expect(await row()).toMatchObject({ outcome: 'expired', payload: null, attempts: 2 })
  })

  it.each(['rejects the recipient', 'rejects the mail'] as const)('is not tried again when the server %s', async (fault) => {
    const here = await world({ withMail: true })
    const ada = await member(here, 'ada@example.com')
    here.mail.treat(fault)
    await askFor['reset-password'](here, ada)
    await here.outbox.idle()
    here.mail.treat('accepts')
    here.clock.advance(HOUR / 2)
    here.outbox.wake()
    await here.outbox.idle()
    expect(await here.sql(`SELECT outcome, payload, attempts FROM outbox`)).toMatchObject([
      { outcome: 'failed', payload: null, attempts: 1 },
    ])
    expect(here.mail.mails).toEqual([])
  })

  it('is tried again when the connection broke in DATA', async () => {
    const here = await world({ withMail: true })
    const ada = await member(here, 'ada@example.com')
    here.mail.treat('drops in DATA')
    await askFor['reset-password'](here, ada)
    await here.outbox.idle()
    expect(here.mail.mails).toEqual([])
    here.mail.treat('accepts')
    here.clock.advance(5000)
    here.outbox.wake()
    await here.outbox.idle()
    expect(mailsTo(here, ada.email)).toHaveLength(1)
  })

  it('is sent once by two services on one database that wake together', async () => {
    const first = await resetsOfTheCrowd()
    const second = await world({ withMail: true, databaseUrl: first.database.url, env: { SMTP_URL: first.mail.url } })
    for (const { clock } of [first, second]) clock.advance(MINUTE)
    for (const { outbox } of [first, second]) outbox.wake()
    await Promise.all([first.outbox.idle(), second.outbox.idle()])
    expect(await undelivered(first)).toEqual([])
    expect(first.mail.mails.flatMap(({ recipients }) => recipients).sort()).toEqual(CROWD)
  })
})
