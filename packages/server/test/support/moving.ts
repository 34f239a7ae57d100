import type { Browser } from './browser.ts'
import { ada, addTotp, EMAIL, STEP_MS } from './factored.ts'
import { PASSWORD, type World, world } from './world.ts'

export const NEW = 'ada@example.org'
export const DAY = 86_400_000

/** Ada, who has proved her mailbox and signed in a moment ago. */
export async function moving(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const owner = await here.signedUp(EMAIL)
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [EMAIL])
  return { ...here, owner, ...asking(here, owner) }
}

/** The same, after a proof with an authenticator app that she has had for more than a week: the old mailbox can only take it back. */
export async function settledMoving(env: Record<string, string> = {}) {
  const here = await moving(env)
  const { app } = await addTotp(here, here.owner)
  here.clock.advance(8 * DAY)
  const prove = async (): Promise<void> => {
    here.clock.advance(STEP_MS)
    await here.owner.post('/auth/step-up', { code: app.code() })
  }
  await prove()
  return { ...here, totp: app, prove }
}

function asking({ mail, browser }: Pick<World, 'mail' | 'browser'>, owner: Browser) {
  const countOf = (to: string): number => mail.mails.filter(({ recipients }) => recipients.includes(to)).length
  /** Asks for an address, and opens the mails with its codes. */
  const ask = async (email = NEW, from = EMAIL) => {
    const [before, beforeOld] = [countOf(email), countOf(from)]
    const reply = await owner.post('/auth/email/change', { email })
    const newCode = (await mail.newest(email, before + 1)).code
    const asksOld = reply.body.confirm?.includes('old')
    return { reply, newCode, oldCode: asksOld ? (await mail.newest(from, beforeOld + 1)).code : '' }
  }
  const confirm = (code: string, by = browser()) => by.post('/auth/email/change/confirm', { code })
  const revert = (code: string, by = browser()) => by.post('/auth/email/change/revert', { code })
  /** Moves her to another address, and opens the mail about it. */
  const move = async (email = NEW, from = EMAIL) => {
    const { newCode, oldCode } = await ask(email, from)
    const before = countOf(from)
    const replies = [...(oldCode ? [await confirm(oldCode)] : []), await confirm(newCode)]
    const { link, text } = await mail.newest(from, before + 1)
    return { replies, newCode, oldCode, told: text ?? '', revertCode: codeIn(link) }
  }
  return { countOf, ask, confirm, revert, move }
}

/** What a link carries behind `#code=`. */
export const codeIn = (link: string): string =>
  new URLSearchParams(new URL(link || 'http://none').hash.slice(1)).get('code') ?? ''

export const signIn = (browser: Browser, email = EMAIL, password = PASSWORD) =>
  browser.post('/auth/login', { ...ada, email, password })
