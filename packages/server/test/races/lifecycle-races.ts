import { expect } from 'vitest'
import { idOf } from '../support/administered.ts'
import type { Browser, Reply } from '../support/browser.ts'
import { madePasskey } from '../support/enrolled.ts'
import { codeIn } from '../support/moving.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import { type Race, statusesOf, winnerOf } from './race.ts'

const CALLERS = 8

export const LIFECYCLE_SETTINGS = { NEW_DEVICE_NOTICES: 'true' }

const newOf = (email: string): string => `new-${email}`
const confirmAt = ({ browser }: RunningService, code: string): Promise<Reply> =>
  browser().post('/auth/email/change/confirm', { code })
const register = ({ browser }: RunningService, email: string): Promise<Reply> =>
  browser().post('/auth/register', { email, password: PASSWORD, name: 'Eve' })

/** An owner with a proved mailbox, who has shown a factor of long ago where the old mailbox is only to take it back. */
async function mover(place: RunningService, email: string, isSettled = true) {
  const owner = await place.signedUp(email)
  const id = await idOf(owner)
  await place.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE id = ?`, [id])
  if (isSettled) await place.sql(`UPDATE sessions SET elevation = 'totp', elevation_enrolled_at = 0 WHERE account_id = ?`, [id])
  const ask = async (to = newOf(email)): Promise<string> => {
    expect((await owner.post('/auth/email/change', { email: to })).status).toBe(200)
    return (await place.mail.newest(to)).code
  }
  return { owner, id, ask }
}

const addressOf = async ({ sql }: RunningService, id: string): Promise<unknown> =>
  (await sql(`SELECT email FROM accounts WHERE id = ?`, [id]))[0]?.['email']

const happened = async ({ sql }: RunningService, id: string, type: string): Promise<number> =>
  (await sql(`SELECT id FROM audit_events WHERE type = ? AND target_user_id = ?`, [type, id])).length

const meOf = async (browsers: readonly Browser[]): Promise<readonly number[]> =>
  statusesOf(await Promise.all(browsers.map((one) => one.clone().get('/auth/me'))))

const confirming: readonly Race[] = [
  {
    what: `${CALLERS} confirmations with one code: one completes the change`,
    async run(place, email) {
      const { id, ask } = await mover(place, email)
      const code = await ask()
      winnerOf(await together(CALLERS, () => confirmAt(place, code)))
      expect([await addressOf(place, id), await happened(place, id, 'email.changed')]).toEqual([newOf(email), 1])
    },
  },
  {
    what: 'the codes of both mailboxes at once, each several times: one completes the change, and one was before',
    async run(place, email) {
      const { id, ask } = await mover(place, email, false)
      const codes = [await ask(), (await place.mail.newest(email)).code]
      const replies = await Promise.all([...codes, ...codes, ...codes].map((code) => confirmAt(place, code)))
      const good = replies.filter(({ status }) => status === 200).map(({ body }) => body.completed)
      expect(good.toSorted()).toEqual([false, true])
      expect([await addressOf(place, id), await happened(place, id, 'email.changed')]).toEqual([newOf(email), 1])
    },
  },
  {
    what: `a confirmation against ${CALLERS} newcomers with the new address: one account has it`,
    async run(place, email) {
      const { id, ask } = await mover(place, email)
      const code = await ask()
      const newcomers = Array.from({ length: CALLERS }, () => register(place, newOf(email)))
      const [confirmed, ...registered] = await Promise.all([confirmAt(place, code), ...newcomers])
      winnerOf([confirmed, ...registered])
      for (const { body, status } of [confirmed, ...registered])
        if (status >= 300) expect(body.error).toBe('email_already_exists')
      expect(await addressOf(place, id)).toBe(confirmed.status === 200 ? newOf(email) : email)
    },
  },
  {
    what: `a confirmation against ${CALLERS} newcomers with the old address: none of them gets it`,
    async run(place, email) {
      const { ask } = await mover(place, email)
      const code = await ask()
      const newcomers = Array.from({ length: CALLERS }, () => register(place, email))
      const [confirmed, ...registered] = await Promise.all([confirmAt(place, code), ...newcomers])
      expect([confirmed.status, ...new Set(statusesOf(registered))]).toEqual([200, 409])
    },
  },
  {
    what: `a confirmation against ${CALLERS} sign-ins with the old address: no session outlives it but the one that asked`,
    async run(place, email) {
      const { owner, ask } = await mover(place, email)
      const code = await ask()
      const visitors = Array.from({ length: CALLERS }, () => place.browser())
      const entering = visitors.map((visitor) => visitor.post('/auth/login', { email, password: PASSWORD }))
      const [confirmed] = await Promise.all([confirmAt(place, code), ...entering])
      expect(confirmed.status).toBe(200)
      expect([await meOf([owner]), new Set(await meOf(visitors))]).toEqual([[200], new Set([401])])
    },
  },
  {
    what: 'requests for several addresses at once: one waits, and only its code works',
    async run(place, email) {
      const { owner, id } = await mover(place, email)
      const wanted = ['a', 'b', 'c'].map((name) => `${name}-${email}`)
      const replies = await Promise.all(wanted.map((to) => owner.clone().post('/auth/email/change', { email: to })))
      expect(new Set(statusesOf(replies))).toEqual(new Set([200]))
      const { newEmail } = (await owner.get('/auth/email/change')).body.pending
      const confirmed = []
      for (const to of wanted) confirmed.push(await confirmAt(place, (await place.mail.newest(to)).code))
      expect(confirmed.map(({ status }) => status)).toEqual(wanted.map((to) => (to === newEmail ? 200 : 400)))
      expect(await addressOf(place, id)).toBe(newEmail)
    },
  },
]

const undoing: readonly Race[] = [
  {
    what: 'a revert against the confirmation of a second change: the old address is back, whichever came first',
    async run(place, email) {
      const { id, ask } = await mover(place, email)
      await confirmAt(place, await ask())
      const code = codeIn((await place.mail.newest(email)).link)
      const second = await ask(`second-${email}`)
      const reverting = together(4, () => place.browser().post('/auth/email/change/revert', { code }))
      const [reverted] = await Promise.all([reverting, confirmAt(place, second)])
      winnerOf(reverted)
      expect(await addressOf(place, id)).toBe(email)
    },
  },
  {
    what: 'a revert against the deletion of the account: nothing of it is left, and its addresses are free',
    async run(place, email) {
      const { owner, id, ask } = await mover(place, email)
      await confirmAt(place, await ask())
      const code = codeIn((await place.mail.newest(email)).link)
      const revert = place.browser().post('/auth/email/change/revert', { code })
      const [deleted, reverted] = await Promise.all([owner.delete('/auth/account', { password: PASSWORD }), revert])
      expect([200, 401, 400]).toContain(deleted.status)
      expect([200, 400]).toContain(reverted.status)
      if (deleted.status !== 200) return expect(await addressOf(place, id)).toBe(email)
      for (const one of [email, newOf(email)]) expect((await register(place, one)).status).toBe(201)
    },
  },
  {
    what: '20 reports with one link, against what the thief adds: one counts, and nothing is left',
    async run(place, email) {
      const { owner, id } = await mover(place, email)
      const thief = place.browser()
      await thief.post('/auth/login', { email, password: PASSWORD })
      const code = codeIn((await place.mail.newest(email)).link)
      const { add } = await madePasskey(thief)
      const reporting = together(20, () => place.browser().post('/auth/devices/report', { code }))
      const [reports] = await Promise.all([reporting, add()])
      winnerOf(reports)
      expect(reports.filter(({ body }) => body.error === 'code_already_used')).toHaveLength(19)
      expect(await meOf([owner, thief])).toEqual([401, 401])
      expect(await place.sql(`SELECT id FROM passkeys WHERE account_id = ?`, [id])).toEqual([])
      expect(await happened(place, id, 'device.reported')).toBe(1)
    },
  },
]

export const lifecycleRaces: readonly Race[] = [...confirming, ...undoing]
