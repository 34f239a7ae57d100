import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { addPasskey, withTotp } from '../support/factored.ts'
import { mailedCode, type Purpose, passwordlessMember, purposes, redeemAt } from '../support/mailed-codes.ts'
import type { Delivered } from '../support/smtp-inbox.ts'
import { world } from '../support/world.ts'

const INVALID: Readonly<Record<Purpose, string>> = {
  'verify-email': 'code_invalid',
  'reset-password': 'reset_token_invalid',
  'set-password': 'invalid_code',
  'delete-account': 'delete_code_invalid',
  'step-up': 'two_factor_code_invalid',
}

/** One account that has a live code of every purpose. */
async function withEveryCode() {
  const here = await world({ withMail: true })
  const who = await passwordlessMember(here, 'ada@example.com')
  const mails = new Map<Purpose, Delivered>()
  for (const purpose of purposes) mails.set(purpose, await mailedCode(here, purpose, who))
  const codeOf = (purpose: Purpose): string => mails.get(purpose)?.code ?? ''
  const spent = async () => here.sql(`SELECT purpose FROM codes WHERE used_at IS NOT NULL`)
  const rows = async () => here.sql(`SELECT * FROM codes ORDER BY id`)
  return { here, who, codeOf, spent, rows }
}

describe('a code at the routes of other purposes', () => {
  it.each(purposes)('%s: is invalid at each of them, whoever presents it, and works at its own afterwards', async (own) => {
    const { here, who, codeOf, spent } = await withEveryCode()
    const eve = await passwordlessMember(here, 'eve@example.com')
    for (const other of purposes.filter((one) => one !== own)) {
      for (const presenter of [who, eve]) {
        const reply = await redeemAt[other](here, presenter, codeOf(own))
        expect(reply, other).toMatchObject({ status: 400, body: { error: INVALID[other] }, setCookies: [] })
      }
    }
    expect(await spent()).toEqual([])
    expect((await redeemAt[own](here, who, codeOf(own))).status).toBe(200)
  })
})

describe('a weak password', () => {
  it.each(['reset-password', 'set-password'] as const)('spends neither code nor guess at %s', async (purpose) => {
    const { here, who, codeOf, rows } = await withEveryCode()
    const before = await rows()
    for (const weak of ['', 'short1', 'onlyletters', '1234567890', '\ud800 horse 1', 'x1'.repeat(600)]) {
      expect(await redeemAt[purpose](here, who, codeOf(purpose), weak), weak.slice(0, 20)).toMatchObject({
        status: 400,
        body: { error: 'weak_password' },
      })
    }
    expect(await rows()).toEqual(before)
    expect((await redeemAt[purpose](here, who, codeOf(purpose))).status).toBe(200)
  })
})

describe('an answer of a passkey at the routes of other purposes', () => {
  const OPTIONS = {
    register: '/auth/passkeys/options',
    'sign-in': '/auth/passkey/options',
    'second factor': '/auth/2fa/passkey/options',
    'step-up': '/auth/step-up/options',
  } as const
  type Ceremony = keyof typeof OPTIONS
  const ceremonies = Object.keys(OPTIONS) as Ceremony[]

  /** One browser in which every ceremony is possible: signed in, and with a sign-in that waits for a second factor. */
  async function everyCeremony() {
    const { browser, owner, app, enter } = await withTotp()
    await owner.post('/auth/step-up', { code: app.code() })
    const { authenticator } = await addPasskey(owner)
    const { visitor, challengeId } = await enter(browser())
    for (const [name, value] of owner.jar) visitor.jar.set(name, value)
    const answer = async (own: Ceremony) => {
      const { state, options } = (await visitor.post(OPTIONS[own], { challengeId })).body
      return {
        state,
        passkey: own === 'register' ? authenticator.register(options, { ignoresExcluded: true }) : authenticator.assert(options),
      }
    }
    const sendTo: Readonly<Record<Ceremony, (by: Browser, given: object) => ReturnType<Browser['post']>>> = {
      register: (by, given) => by.post('/auth/passkeys', given),
      'sign-in': (by, given) => by.post('/auth/passkey/login', given),
      'second factor': (by, given) => by.post('/auth/2fa/verify', { challengeId, ...given }),
      'step-up': (by, given) => by.post('/auth/step-up', given),
    }
    return { answer, send: (to: Ceremony, given: object) => sendTo[to](visitor.clone(), given) }
  }

  it.each(ceremonies)('%s: is refused at each of them, and works at its own afterwards', async (own) => {
    const { answer, send } = await everyCeremony()
    const given = await answer(own)
    for (const other of ceremonies.filter((one) => one !== own)) {
      const error = other === 'register' || other === 'sign-in' ? 'passkey_invalid' : 'two_factor_code_invalid'
      expect(await send(other, given), other).toMatchObject({ status: 400, body: { error }, setCookies: [] })
    }
    expect((await send(own, given)).status).toBe(own === 'register' ? 201 : 200)
    expect((await send(own, given)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a recovery code at the routes of mailed codes', () => {
  it('is invalid at each of them, and works as a second factor afterwards', async () => {
    const here = await withTotp()
    const [code = ''] = here.recoveryCodes
    const { id } = (await here.owner.get('/auth/me')).body
    const who = { id, email: 'ada@example.com', browser: here.owner }
    for (const purpose of purposes.filter((one) => one !== 'step-up'))
      expect(Math.floor((await redeemAt[purpose](here, who, code)).status / 100), purpose).toBe(4)
    const { verify } = await here.enter()
    expect((await verify({ code })).status).toBe(200)
  })
})
