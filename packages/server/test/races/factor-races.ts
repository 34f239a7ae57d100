import { expect } from 'vitest'
import { idOf } from '../support/administered.ts'
import type { Browser } from '../support/browser.ts'
import { askedForPasskey, beginTotp, enrolled, madePasskey } from '../support/enrolled.ts'
import { addPasskey } from '../support/factored.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import { type Race, statusesOf, winnerOf } from './race.ts'

const CALLERS = 8
/** How many passkeys an account may have where these are run. */
const MAX = 3

export const FACTOR_SETTINGS = { PASSKEY_MAX: String(MAX), DISABLE_ADMIN_TWO_FACTOR: 'true' }

const clones = (browser: Browser): Browser[] => Array.from({ length: CALLERS }, () => browser.clone())
const meOf = async (browsers: readonly Browser[]): Promise<readonly number[]> =>
  statusesOf(await Promise.all(browsers.map((one) => one.clone().get('/auth/me'))))

const count = async ({ sql }: RunningService, table: string, id: string, more = ''): Promise<number> =>
  (await sql(`SELECT 1 FROM ${table} WHERE account_id = ?${more}`, [id])).length

const successes = async ({ sql }: RunningService, id: string, type: string): Promise<number> =>
  (await sql(`SELECT id FROM audit_events WHERE type = ? AND target_user_id = ?`, [type, id])).length

/** Whoever asks for `factors` needs no second factor to do so. */
async function administrator({ signedUp, sql }: RunningService, email: string): Promise<Browser> {
  const admin = await signedUp(`admin-${email}`)
  await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [`admin-${email}`])
  return admin
}

/** Codes and states that work once, and what may be had so often. */
const spending: readonly Race[] = [
  {
    what: `${CALLERS} step-ups with one code of an app: one succeeds`,
    async run(place, email) {
      const { owner, app, id } = await enrolled(place, email)
      const tabs = clones(owner)
      winnerOf(await Promise.all(tabs.map((tab) => tab.post('/auth/step-up', { code: app.code() }))))
      expect(await successes(place, id, 'step_up.success')).toBe(1)
    },
  },
  {
    what: 'a sign-in and step-ups with one code of an app: one succeeds',
    async run(place, email) {
      const { owner, app, gated } = await enrolled(place, email)
      const { verify } = await gated()
      const code = app.code()
      const proofs = clones(owner).map((tab) => tab.post('/auth/step-up', { code }))
      winnerOf(await Promise.all([verify({ code }), ...proofs]))
    },
  },
  {
    what: `a sign-in and ${CALLERS} step-ups with one recovery code: one succeeds, and one is gone`,
    async run(place, email) {
      const { owner, recoveryCodes, gated, id } = await enrolled(place, email)
      const { verify } = await gated()
      const [code = ''] = recoveryCodes
      winnerOf(await Promise.all([verify({ code }), ...clones(owner).map((tab) => tab.post('/auth/step-up', { code }))]))
      expect(await count(place, 'recovery_codes', id, ' AND used_at IS NULL')).toBe(9)
      expect(await successes(place, id, '2fa.recovery.used')).toBe(1)
    },
  },
  {
    what: `${CALLERS} sign-ins with one answer of a passkey: one session`,
    async run(place, email) {
      const owner = await place.signedUp(email)
      const { authenticator } = await addPasskey(owner)
      const visitor = place.browser()
      const enter = await askedForPasskey(visitor, authenticator)
      const tabs = clones(visitor)
      const winner = winnerOf(await Promise.all(tabs.map((tab) => enter(tab))))
      expect(await meOf(tabs)).toEqual(tabs.map((_, n) => (n === winner ? 200 : 401)))
    },
  },
  {
    what: `${CALLERS} confirmations of one enrolment: one succeeds, with one set of codes`,
    async run(place, email) {
      const owner = await place.signedUp(email)
      const id = await idOf(owner)
      const app = await beginTotp(owner)
      winnerOf(await Promise.all(clones(owner).map((tab) => tab.post('/auth/2fa/totp/confirm', { code: app.code() }))))
      expect(await count(place, 'totp_seeds', id)).toBe(1)
      expect(await count(place, 'recovery_codes', id)).toBe(10)
      expect(await successes(place, id, '2fa.totp.enabled')).toBe(1)
    },
  },
  {
    what: '30 wrong codes for one enrolment: five are counted, and the right one is refused',
    async run(place, email) {
      const owner = await place.signedUp(email)
      const app = await beginTotp(owner)
      const confirm = (code: string) => owner.clone().post('/auth/2fa/totp/confirm', { code })
      const replies = await together(30, () => confirm(app.wrong()))
      expect(replies.filter(({ body }) => body.error === 'two_factor_code_invalid')).toHaveLength(5)
      expect((await confirm(app.code())).body).toMatchObject({ error: 'totp_not_begun' })
    },
  },
  {
    what: 'the last two ways in, removed at once: one stays',
    async run(place, email) {
      const owner = await place.signedUp(email)
      const id = await idOf(owner)
      const passkeys = [(await addPasskey(owner)).id, (await addPasskey(owner)).id]
      await place.sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [id])
      winnerOf(await Promise.all(passkeys.map((one) => owner.clone().delete(`/auth/passkeys/${one}`))))
      expect(await count(place, 'passkeys', id)).toBe(1)
    },
  },
  {
    what: `${CALLERS} passkeys for the last place: one is added`,
    async run(place, email) {
      const owner = await place.signedUp(email)
      const id = await idOf(owner)
      for (let n = 1; n < MAX; n++) await addPasskey(owner)
      const made = await Promise.all(clones(owner).map(async (tab) => ({ tab, ...(await madePasskey(tab)) })))
      winnerOf(await Promise.all(made.map(({ add, tab }) => add(tab))))
      expect(await count(place, 'passkeys', id)).toBe(MAX)
    },
  },
]

/** A change of factors against whoever is on the way in. */
const changing: readonly Race[] = [
  {
    what: `${CALLERS} sign-ins with a passkey against a reset of all factors: no session outlives it`,
    async run(place, email) {
      const owner = await place.signedUp(email)
      const id = await idOf(owner)
      const { authenticator } = await addPasskey(owner)
      const admin = await administrator(place, email)
      const visitors = Array.from({ length: CALLERS }, () => place.browser())
      const enter = await Promise.all(visitors.map((visitor) => askedForPasskey(visitor, authenticator)))
      const [reset] = await Promise.all([admin.delete(`/admin/users/${id}/factors`), ...enter.map((go) => go())])
      expect(reset.status, reset.text).toBe(200)
      expect(new Set(await meOf([owner, ...visitors]))).toEqual(new Set([401]))
      expect(await count(place, 'passkeys', id)).toBe(0)
    },
  },
  {
    what: `${CALLERS} sign-ins in a trusted browser against a new passkey: no session outlives it, nor does the trust`,
    async run(place, email) {
      const { owner, app, gated, prove } = await enrolled(place, email)
      const { visitor, verify } = await gated()
      expect((await verify({ code: app.code(), trustDevice: true })).status).toBe(200)
      expect((await gated(visitor)).challengeId).toBeUndefined()
      await prove()
      const { add } = await madePasskey(owner)
      const tabs = clones(visitor)
      const entering = tabs.map((tab) => tab.post('/auth/login', { email, password: PASSWORD }))
      const [added] = await Promise.all([add(), ...entering])
      expect(added.status, added.text).toBe(201)
      expect(new Set(await meOf(tabs))).toEqual(new Set([401]))
      expect((await gated(visitor)).challengeId).toBeDefined()
    },
  },
  {
    what: 'trust that is given against a new passkey: none is left',
    async run(place, email) {
      const { owner, app, gated, prove } = await enrolled(place, email)
      const { visitor, verify } = await gated()
      await prove()
      const { add } = await madePasskey(owner)
      const [added] = await Promise.all([add(), verify({ code: app.code(), trustDevice: true })])
      expect(added.status, added.text).toBe(201)
      expect(await meOf([visitor])).toEqual([401])
      expect((await gated(visitor)).challengeId).toBeDefined()
    },
  },
  {
    what: `${CALLERS} enrolments against the deletion of the account: nothing of it is left, and nothing fails`,
    async run(place, email) {
      const owner = await place.signedUp(email)
      const tabs = clones(owner)
      const enrolling = tabs.map((tab) => tab.post('/auth/2fa/totp/begin'))
      const [deleted, ...begun] = await Promise.all([owner.delete('/auth/account', { password: PASSWORD }), ...enrolling])
      expect(deleted.status).toBe(200)
      expect(statusesOf(begun).filter((status) => status !== 200 && status !== 401)).toEqual([])
      expect(
        await place.sql(
          `SELECT 1 FROM pending_totp_seeds p WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = p.session_id)`,
        ),
      ).toEqual([])
    },
  },
  {
    what: `${CALLERS} step-ups against the end of the session: it stays ended`,
    async run(place, email) {
      const owner = await place.signedUp(email)
      const other = place.browser()
      await other.post('/auth/login', { email, password: PASSWORD })
      const { id } = (await owner.get('/auth/me')).body.session
      const tabs = clones(owner)
      const proving = tabs.map((tab) => tab.post('/auth/step-up', { password: PASSWORD }))
      const [ended, ...proved] = await Promise.all([other.delete(`/auth/sessions/${id}`), ...proving])
      expect(ended.status).toBe(200)
      expect(statusesOf(proved).filter((status) => status !== 200 && status !== 401)).toEqual([])
      expect(new Set(await meOf(tabs))).toEqual(new Set([401]))
      expect(statusesOf(await Promise.all(tabs.map((tab) => tab.post('/auth/2fa/totp/begin'))))).toEqual(tabs.map(() => 401))
    },
  },
]

export const factorRaces: readonly Race[] = [...spending, ...changing]
