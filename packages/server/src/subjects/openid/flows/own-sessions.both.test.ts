import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { API, application, postForm, userinfoOf } from '../../../../test/support/application.ts'
import { authorizing, CALLBACK, EMAIL, locationOf, told, VERIFIER } from '../../../../test/support/authorizing.ts'
import { type Member, member } from '../../../../test/support/mailed-codes.ts'
import { together } from '../../../../test/support/rounds.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const OFFLINE = ['openid', 'offline_access']

async function staying() {
  const here = await world()
  const app = await application(here, { logoutUri: `${API}/logout` })
  const who = await member(here, EMAIL)
  const letIn = async (browser?: string, by: Member = who) => {
    const { status, body } = await app.redeem(await app.code(by.browser, { scopes: OFFLINE, browser }))
    expect(status).toBe(200)
    return body
  }
  return { here, app, who, letIn }
}

const ownSessions = ({ sql }: Pick<World, 'sql'>) =>
  sql(`SELECT id, created_at, name FROM sessions WHERE name IS NOT NULL AND revoked_at IS NULL ORDER BY id`)
const logouts = ({ sql }: Pick<World, 'sql'>) => sql(`SELECT grant_id FROM oidc_logouts`)
const sidOf = ({ id_token }: { readonly id_token: string }) => decodeJwt(id_token)['sid']

describe('an application that stays', () => {
  it('has one session for each browser, and what it has stays good when it signs in there once more', async () => {
    const { here, app, letIn } = await staying()
    const first = await letIn('one')
    here.clock.advance(1000)
    const other = await letIn('another')
    here.clock.advance(1000)
    const second = await letIn('one')
    expect(await ownSessions(here)).toHaveLength(2)
    expect([sidOf(second), sidOf(other)]).toEqual([sidOf(first), expect.not.stringMatching(String(sidOf(first)))])
    for (const { access_token, refresh_token } of [first, other, second]) {
      expect((await userinfoOf(here, access_token)).status).toBe(200)
      expect((await app.refresh(refresh_token)).status).toBe(200)
    }
    expect(await logouts(here)).toEqual([])
  })

  it('has one for each session of a browser that the account does not know', async () => {
    const { here, letIn, who } = await staying()
    await letIn()
    await letIn()
    expect(await ownSessions(here)).toHaveLength(1)
    const again = { ...who, browser: here.browser() }
    await again.browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
    await letIn(undefined, again)
    expect(await ownSessions(here)).toHaveLength(2)
  })

  it('has one where ten tabs sign in at once, which all stay', async () => {
    const { here, app, letIn } = await staying()
    const tabs = await together(10, () => letIn('one'))
    expect(await ownSessions(here)).toHaveLength(1)
    expect(new Set(tabs.map(sidOf)).size).toBe(1)
    const replies = await together(10, (n) => app.refresh(tabs[n]?.refresh_token))
    expect(replies.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(await logouts(here)).toEqual([])
  })

  it('lives from the newer sign-in on, under the name that its owner gave it, and is told once of its end', async () => {
    const { here, app, letIn, who } = await staying()
    const first = await letIn('one')
    const [{ id } = {}] = await ownSessions(here)
    await who.browser.send('PATCH', `/auth/sessions/${id}`, { name: 'My charts' })
    here.clock.advance(here.config.sessions.refreshTtl / 2)
    await who.browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
    const second = await letIn('one')
    expect(await ownSessions(here)).toEqual([expect.objectContaining({ name: 'My charts', created_at: here.clock.now() })])
    here.clock.advance((here.config.sessions.refreshTtl * 2) / 3)
    expect((await app.refresh(second.refresh_token)).status).toBe(200)
    const [{ id: newId } = {}] = await ownSessions(here)
    await who.browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
    expect((await who.browser.delete(`/auth/sessions/${newId}`)).status).toBe(200)
    expect(await logouts(here)).toEqual([{ grant_id: sidOf(first) }])
    expect((await app.refresh(second.refresh_token)).status).toBe(400)
  })

  it('begins anew where its session has run out', async () => {
    const { here, letIn, who } = await staying()
    const first = await letIn('one')
    here.clock.advance(here.config.sessions.refreshTtl)
    await who.browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
    expect(sidOf(await letIn('one'))).not.toBe(sidOf(first))
  })

  it('makes no other session of the account end by signing in again', async () => {
    const here = await world({ env: { SESSION_MAX_PER_ACCOUNT: '3' } })
    const app = await application(here)
    const who = await member(here, EMAIL)
    for (let times = 0; times < 4; times++) await app.redeem(await app.code(who.browser, { scopes: OFFLINE, browser: 'one' }))
    expect((await who.browser.get('/auth/me')).status).toBe(200)
    expect(await ownSessions(here)).toHaveLength(1)
  })

  it('knows the browser by its cookie, through sign-outs', async () => {
    const here = await authorizing({ kind: 'native', mayStay: true }, { NEW_DEVICE_NOTICES: 'true' })
    await here.signedUp(EMAIL)
    const browser = here.browser()
    for (let times = 0; times < 2; times++) {
      await browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
      here.clock.advance(1000)
      const code = told(locationOf(await here.begin(browser, { scope: 'openid offline_access' })))['code'] ?? ''
      const form = { grant_type: 'authorization_code', client_id: 'wiki', redirect_uri: CALLBACK, code_verifier: VERIFIER, code }
      expect((await postForm(here, '/oidc/token', form)).status).toBe(200)
      await browser.post('/auth/logout')
    }
    expect(await ownSessions(here)).toHaveLength(1)
  })
})
