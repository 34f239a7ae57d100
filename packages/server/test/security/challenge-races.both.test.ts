import { describe, expect, it } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { wrongFor } from '../support/gated.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const together = <T>(count: number, caller: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => caller(n)))
const statuses = (replies: readonly Reply[]): Set<number> => new Set(replies.map(({ status }) => status))

/** Two services on one database, as two processes would be; they share the mail server. */
async function twoServices(): Promise<readonly [World, World]> {
  const here = await world({ withMail: true })
  return [here, await world({ databaseUrl: here.database.url, env: { SMTP_URL: here.mail.url } })]
}

const mailsTo = ({ mail }: World, email: string) => mail.mails.filter(({ recipients }) => recipients.includes(email))

/** A new account that owes a second factor. */
async function owing(here: World, email: string): Promise<void> {
  await here.signedUp(email)
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE email = ?`, [email])
}

/** The same, gated, and callers who hold its cookie, at the one service and the other by turns. */
async function gated([here, there]: readonly [World, World], email: string, count: number) {
  await owing(here, email)
  const visitor = here.browser()
  const { body } = await visitor.post('/auth/login', { email, password: PASSWORD })
  const { code } = await here.mail.newest(email)
  const challengeId: string = body.challengeId
  const clone = (n: number): Browser => {
    const caller = n % 2 === 0 ? here.browser() : there.browser()
    for (const [name, value] of visitor.jar) caller.jar.set(name, value)
    return caller
  }
  const row = async () => {
    const [challenge] = await here.sql(`SELECT guesses, resends, used_at FROM challenges WHERE id = ?`, [challengeId])
    return { guesses: Number(challenge?.['guesses']), resends: Number(challenge?.['resends']), usedAt: challenge?.['used_at'] }
  }
  const sessions = async () =>
    (await here.sql(`SELECT id FROM sessions WHERE account_id = ? AND second_factor_at IS NOT NULL`, [body.user.id])).length
  const verify = (caller: Browser, typed = code) => caller.post('/auth/2fa/verify', { challengeId, code: typed })
  return { callers: Array.from({ length: count }, (_, n) => clone(n)), clone, verify, code, challengeId, row, sessions }
}

describe(`guesses at one challenge, ${ROUNDS} times`, () => {
  it('50 wrong ones at once: five are evaluated, then the right code is refused', { timeout }, async () => {
    const services = await twoServices()
    for (let round = 0; round < ROUNDS; round++) {
      const { callers, clone, verify, code, row, sessions } = await gated(services, `r${round}@example.com`, 50)
      const replies = await together(50, (n) => verify(callers[n] ?? clone(n), wrongFor(code)))
      expect(statuses(replies)).toEqual(new Set([400]))
      expect(await row()).toMatchObject({ guesses: 5, usedAt: null })
      expect((await verify(clone(0))).status).toBe(400)
      expect(await sessions()).toBe(0)
    }
  })

  // A guess is evaluated only once it was counted, and nothing counts down: so whoever got in was among the first
  // `guesses`, and those are five at most. The right one moves through the crowd from round to round.
  it('49 wrong and one right at once: a session only if the right one was among the first five', { timeout }, async () => {
    const services = await twoServices()
    for (let round = 0; round < ROUNDS; round++) {
      const { callers, clone, verify, code, row, sessions } = await gated(services, `r${round}@example.com`, 50)
      const lucky = (round * 7) % 50
      const replies = await together(50, (n) => verify(callers[n] ?? clone(n), n === lucky ? code : wrongFor(code)))
      const isIn = replies[lucky]?.status === 200
      expect(replies.flatMap(({ status }, n) => (status === 200 ? [n] : []))).toEqual(isIn ? [lucky] : [])
      const { guesses, usedAt } = await row()
      expect(guesses).toBeLessThanOrEqual(5)
      expect(await sessions()).toBe(isIn ? 1 : 0)
      expect(usedAt === null).toBe(!isIn)
      // Whoever came when it was used is told so, and everybody else that the code is wrong, as was the lucky one if late.
      expect([...statuses(replies)].filter((status) => ![200, 400, 410].includes(status))).toEqual([])
      if (!isIn) {
        expect(guesses).toBe(5)
        expect(replies[lucky]?.body.error).toBe('two_factor_code_invalid')
        expect((await verify(clone(1))).body.error).toBe('two_factor_code_invalid')
        expect(await sessions()).toBe(0)
      }
    }
  })

  it('one guess left, one wrong and one right at once: the count stops at five, and a session needs that guess', {
    timeout,
  }, async () => {
    const services = await twoServices()
    for (let round = 0; round < ROUNDS; round++) {
      const { clone, verify, code, row, sessions } = await gated(services, `r${round}@example.com`, 0)
      for (let n = 0; n < 4; n++) await verify(clone(n), wrongFor(code))
      const [right] = await Promise.all([verify(clone(round)), verify(clone(round + 1), wrongFor(code))])
      expect((await row()).guesses).toBe(5)
      expect(await sessions()).toBe(right?.status === 200 ? 1 : 0)
      expect((await verify(clone(0))).status).toBe(right?.status === 200 ? 410 : 400)
    }
  })

  it('20 right ones at once: one session', { timeout }, async () => {
    const services = await twoServices()
    for (let round = 0; round < ROUNDS; round++) {
      const { callers, clone, verify, sessions } = await gated(services, `r${round}@example.com`, 20)
      const replies = await together(20, (n) => verify(callers[n] ?? clone(n)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => ![200, 400, 410].includes(status))).toEqual([])
      expect(await sessions()).toBe(1)
    }
  })
})

describe(`codes of one challenge, ${ROUNDS} times`, () => {
  it('20 logins at once: one mail, one challenge, and every cookie completes it', { timeout }, async () => {
    const [here, there] = await twoServices()
    for (let round = 0; round < ROUNDS; round++) {
      const email = `r${round}@example.com`
      await owing(here, email)
      const browsers = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? here : there).browser())
      const replies = await Promise.all(browsers.map((one) => one.post('/auth/login', { email, password: PASSWORD })))
      expect(statuses(replies)).toEqual(new Set([200]))
      expect(replies.filter(({ body }) => body.codeSent)).toHaveLength(1)
      const [challengeId, ...others] = new Set(replies.map(({ body }) => body.challengeId))
      expect(others).toEqual([])
      const mails = mailsTo(here, email)
      expect(mails).toHaveLength(1)
      for (const one of browsers) {
        expect((await one.post('/auth/2fa/verify', { challengeId, code: mails[0]?.code })).status).toBe(200)
        await here.sql(`UPDATE challenges SET used_at = NULL, guesses = 0 WHERE id = ?`, [String(challengeId)])
      }
    }
  })

  it('10 resends at once: three mails at most, the newest code works, and no guess is given back', { timeout }, async () => {
    const services = await twoServices()
    const [here] = services
    for (let round = 0; round < ROUNDS; round++) {
      const email = `r${round}@example.com`
      const { callers, clone, verify, code, challengeId, row } = await gated(services, email, 10)
      for (let n = 0; n < 4; n++) await verify(clone(n), wrongFor(code))
      const replies = await together(10, (n) => (callers[n] ?? clone(n)).post('/auth/2fa/resend', { challengeId }))
      expect([...statuses(replies)].filter((status) => ![200, 410].includes(status))).toEqual([])
      const sent = replies.filter(({ body }) => body.codeSent).length
      const { guesses, resends } = await row()
      expect([guesses, resends]).toEqual([4, sent])
      expect(sent).toBeGreaterThanOrEqual(1)
      expect(sent).toBeLessThanOrEqual(3)
      expect(mailsTo(here, email)).toHaveLength(1 + sent)

      for (let n = sent; n < 3; n++) expect((await clone(n).post('/auth/2fa/resend', { challengeId })).body.codeSent).toBe(true)
      const fourth = await clone(0).post('/auth/2fa/resend', { challengeId })
      expect([fourth.status, fourth.body.error]).toEqual([410, 'two_factor_code_expired'])
      expect((await verify(clone(0), mailsTo(here, email).at(-1)?.code)).status).toBe(200) // with the one guess that was left
    }
  })
})
