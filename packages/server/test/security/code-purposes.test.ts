import { describe, expect, it } from 'vitest'
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
