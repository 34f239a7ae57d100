import { expect } from 'vitest'
import { DEVICE_GRANT } from '../../src/subjects/openid/steps/person-grants.ts'
import type { OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import { type Application, application, userinfoOf } from '../support/application.ts'
import { type Member, member } from '../support/mailed-codes.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { together } from '../support/rounds.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import { type Race, statusesOf } from './race.ts'

const CALLERS = 20

/** Public clients, so that an address names the client as well as its person. */
const appOf = (place: RunningService, email: string, given: Partial<OidcClient> = {}): Promise<Application> =>
  application(place, { id: email.replace(/[^a-z0-9]+/g, '-'), ...given })

async function letIn(place: RunningService, email: string, scopes = ['openid']) {
  const [app, who] = [await appOf(place, email), await member(place, email)]
  const { status, body } = await app.redeem(await app.code(who.browser, { scopes }))
  expect(status).toBe(200)
  return { app, who, tokens: body }
}

/** At both processes, whichever is asked first. */
async function isDead(place: RunningService, app: Application, token: string): Promise<void> {
  for (let times = 0; times < 2; times++) {
    expect((await userinfoOf(place, token)).status).toBe(401)
    expect((await app.introspect(token)).body).toEqual({ active: false })
  }
}

const sameCode: Race = {
  what: `${CALLERS} requests with one code: one token, which the others end`,
  async run(place, email) {
    const [app, who] = [await appOf(place, email), await member(place, email)]
    const code = await app.code(who.browser)
    const replies = await together(CALLERS, () => app.redeem(code))
    const [won, ...more] = replies.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(new Set(statusesOf(replies))).toEqual(new Set([200, 400]))
    await isDead(place, app, won?.body.access_token)
    expect((await app.refresh(won?.body.refresh_token)).status).toBe(400)
    expect((await who.browser.get('/auth/me')).status).toBe(200)
  },
}

const otherCodes: Race = {
  what: 'codes of ten tabs in one session: each is good, and they share a grant',
  async run(place, email) {
    const [app, who] = [await appOf(place, email), await member(place, email)]
    const codes = await together(10, () => app.code(who.browser))
    const replies = await together(10, (n) => app.redeem(codes[n] ?? ''))
    expect(statusesOf(replies)).toEqual(replies.map(() => 200))
    const grants = await place.sql(`SELECT id FROM oidc_grants WHERE client_id = ? AND ended_at IS NULL`, [app.client.id])
    expect(grants).toHaveLength(1)
    expect((await userinfoOf(place, replies[7]?.body.access_token)).status).toBe(200)
  },
}

const sameRefresh: Race = {
  what: `${CALLERS} refreshes with one token: all get the same successor`,
  async run(place, email) {
    const { app, tokens } = await letIn(place, email)
    const replies = await together(CALLERS, () => app.refresh(tokens.refresh_token))
    expect(statusesOf(replies)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size).toBe(1)
    expect((await app.refresh(replies[0]?.body.refresh_token)).status).toBe(200)
  },
}

const sameDevice: Race = {
  what: 'two sessions that type one code, two answers and ten questions at once: one of each counts',
  async run(place, email) {
    const app = await appOf(place, email, { kind: 'native', hasDeviceFlow: true })
    const who = await member(place, email)
    const other = await member(place, `other-${email}`)
    const { device_code, user_code: code } = (await app.post('/oidc/device', {})).body
    const visitors = [who, other].map(({ browser }) => new PageVisitor(browser))
    await Promise.all(visitors.map((one) => one.open('/device')))
    const claims = await Promise.all(visitors.map((one) => one.submit('claim', { code })))
    const winner = claims.findIndex(({ text }) => text.includes(code))
    expect(claims.filter(({ text }) => text.includes(code))).toHaveLength(1)
    const visitor = visitors[winner] ?? new PageVisitor(who.browser)
    const { forms } = await visitor.open(`/device?code=${code}`)
    const values = forms.find((form) => form.values['_action'] === 'allow')?.values ?? {}
    const pages = await Promise.all([visitor, visitor].map((one) => one.post(`/device?code=${code}`, { ...values })))
    expect(pages.filter(({ path, notice }) => path === '/device' && notice !== undefined)).toHaveLength(1)
    const polls = await together(10, () => app.token({ grant_type: DEVICE_GRANT, device_code }))
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1)
  },
}

/** What ends all that an application holds, made ready so that one request is left to do. */
interface Ending {
  readonly what: string
  readonly ready: (place: RunningService, who: Member) => Promise<() => Promise<unknown>>
  /** Lifts what would hide a token that has not ended. */
  readonly after?: (place: RunningService, who: Member) => Promise<unknown>
}

const endings: readonly Ending[] = [
  {
    what: 'the end of its session',
    ready:
      async (_place, { browser }) =>
      () =>
        browser.clone().post('/auth/logout'),
  },
  {
    what: 'a change of the password',
    async ready(place, { email }) {
      const other = place.browser()
      await other.post('/auth/login', { email, password: PASSWORD })
      return () => other.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'battery staple 2' })
    },
  },
  {
    what: 'a ban',
    async ready({ signedUp, sql }, { id, email }) {
      const admin = await signedUp(`admin-${email}`)
      await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [`admin-${email}`])
      return () => admin.send('PATCH', `/admin/users/${id}/ban`)
    },
    after: ({ sql }, { id }) => sql(`UPDATE accounts SET banned_at = NULL WHERE id = ?`, [id]),
  },
]

const redeemAgainst = ({ what, ready, after }: Ending): Race => ({
  what: `codes and refreshes against ${what}: nothing of what they give outlives it`,
  async run(place, email) {
    const { app, who, tokens } = await letIn(place, email)
    const codes = await together(8, () => app.code(who.browser))
    const end = await ready(place, who)
    const [, ...replies] = await Promise.all([end(), ...codes.map((code) => app.redeem(code)), app.refresh(tokens.refresh_token)])
    await after?.(place, who)
    for (const { status, body } of replies) {
      expect([200, 400]).toContain(status)
      if (status === 200) await isDead(place, app, body.access_token)
    }
    await isDead(place, app, tokens.access_token)
  },
})

const signOuts: Race = {
  what: `ten sign-outs against ${CALLERS} codes: what they give dies with the session, and later there is nothing`,
  async run(place, email) {
    const { app, who, tokens } = await letIn(place, email)
    const [late = '', ...codes] = await together(CALLERS + 1, () => app.code(who.browser))
    const leaving = Array.from({ length: 10 }, () => who.browser.clone())
    const [left, replies] = await Promise.all([
      Promise.all(leaving.map((browser) => browser.post('/auth/logout'))),
      Promise.all(codes.map((code) => app.redeem(code))),
    ])
    expect(statusesOf(left)).toContain(200)
    for (const { status, body } of replies) {
      expect([200, 400]).toContain(status)
      if (status !== 200) continue
      await isDead(place, app, body.access_token)
      expect((await app.refresh(body.refresh_token)).status).toBe(400)
    }
    expect((await app.redeem(late)).status).toBe(400)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(400)
    await isDead(place, app, tokens.access_token)
  },
}

/** Where administrators need no second factor: a ban is among them. */
export const openidRaces: readonly Race[] = [
  ...[sameCode, sameRefresh, sameDevice, otherCodes, signOuts],
  ...endings.map(redeemAgainst),
]
