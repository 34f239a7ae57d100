import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { administered, idOf } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { application, type Connected, connect } from '../../../../test/support/connected.ts'
import { addTotp } from '../../../../test/support/factored.ts'
import { isFull } from '../../../../test/support/form.ts'
import { enlarge } from '../../../../test/support/large-account.ts'
import { logoutReceiver } from '../../../../test/support/logout-receiver.ts'
import { NEW_PASSWORD } from '../../../../test/support/mailed-codes.ts'
import { moving, signIn } from '../../../../test/support/moving.ts'
import { watched as reported } from '../../../../test/support/reported.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import type { EndReason } from '../../../gate/sessions/end-reasons.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { revokeCredentials } from '../../../platform/store/revoke-credentials.ts'
import { endGrants } from '../steps/end-grants.ts'

const EMAIL = 'ada@example.com'

/** Lets the application in from these browsers: all of them are about to lose their sessions. */
type Watch = (here: World, ...browsers: readonly Browser[]) => Promise<void>
type Way = (watch: Watch) => Promise<unknown>

/** How a session ends that says no reason. */
type Silent =
  | 'signed_out'
  | 'refresh_reused'
  | 'account_deleted'
  | 'account_deleted_by_administrator'
  | 'account_unused'
  | 'run_out'
  | 'purged'
  | 'restored'
  | 'others_of_many'
  | 'all_of_many'
  | 'kept_after_change'

const sessionIdOf = async (browser: Browser): Promise<string> => (await browser.get('/auth/me')).body.session.id

/** A service with an application that wants to be told and one that does not, and another process of it. */
async function surrounded<Here extends World>(here: Here) {
  const receiver = await logoutReceiver()
  await application(here, { logoutUri: receiver.url })
  await application(here, { name: 'Quiet' })
  return { here, receiver, other: await world({ databaseUrl: here.database.url }) }
}

const common = shared(async () => surrounded(await administered()))
let people = 0

const inTwoBrowsers = async <Here extends Pick<World, 'signedUp' | 'browser'>>(here: Here, email: string) => {
  const ada = await here.signedUp(email)
  const other = here.browser()
  await signIn(other, email)
  return { ...here, ada, other, adaId: await idOf(ada), email }
}

/** Somebody in two browsers, and an administrator, for whom the clock stands still. */
async function scene() {
  const { root, ...rest } = common().here
  const here = await inTwoBrowsers(rest, `ada-${++people}@example.com`)
  const reset = async () => {
    const by = here.browser()
    await by.post('/auth/forgot-password', { email: here.email })
    return by.post('/auth/reset-password', { code: (await here.mail.newest(here.email)).code, newPassword: NEW_PASSWORD })
  }
  return { ...here, root, reset }
}

/** The same at a service that nobody else uses, without the administrator. */
const alone = async (env: Record<string, string> = {}) => inTwoBrowsers(await world({ env }), EMAIL)

/** More than are ended row by row. */
const MANY = 1005

/** What applications hold ends, and the session of the person goes on. */
const endedFor =
  (why: EndReason): Way =>
  async (watch) => {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await inTransaction({ deps: here.depsFor(), client: commandLineClient }, async (tx) => {
      await accountsIn(tx).lock(here.adaId, here.clock.now())
      for (const clientId of ['grafana', 'quiet']) await endGrants(tx, { accountId: here.adaId, clientId }, why)
    })
    expect((await here.ada.get('/auth/me')).status).toBe(200)
  }

/** A session that replaces another takes along what hangs on it, so nothing ends: see below. */
const ways: Readonly<Record<Exclude<EndReason, 'replaced'> | Silent, Way>> = {
  async signed_out(watch) {
    const here = await scene()
    await watch(here, here.other)
    await here.other.post('/auth/logout')
  },
  async ended_by_owner(watch) {
    const here = await scene()
    await watch(here, here.other)
    await here.ada.delete(`/auth/sessions/${await sessionIdOf(here.other)}`)
  },
  async ended_by_administrator(watch) {
    const { root, adaId, other, ...here } = await scene()
    await watch(here, other)
    await root.delete(`/admin/users/${adaId}/sessions/${await sessionIdOf(other)}`)
  },
  async password_changed(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.ada.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
  },
  async kept_after_change(watch) {
    const here = await scene()
    await watch(here, here.ada)
    await here.ada.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect((await here.ada.get('/auth/me')).status).toBe(200)
  },
  async password_reset(watch) {
    const here = await scene()
    await here.sql(`UPDATE accounts SET mailbox_proved_at = 1 WHERE id = ?`, [here.adaId])
    await watch(here, here.ada, here.other)
    await here.reset()
  },
  async mailbox_proved(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.reset()
  },
  async factors_changed(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.ada.post('/auth/2fa/enable', { password: PASSWORD })
  },
  async factors_reset(watch) {
    const here = await administered()
    await addTotp(here, here.ada)
    const again = here.browser()
    await watch(here, here.ada)
    await here.root.delete(`/admin/users/${here.adaId}/factors`)
    expect((await again.get('/auth/me')).status).toBe(401)
  },
  async email_changed(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.root.send('PATCH', `/admin/users/${here.adaId}/email`, { email: here.email.replace('.com', '.org') })
  },
  async email_reverted(watch) {
    const here = await moving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { revertCode } = await here.move()
    await watch(here, here.owner)
    await here.revert(revertCode)
  },
  async device_reported(watch) {
    const here = await reported()
    const { thief, code } = await here.intruded()
    await watch(here, thief, here.owner)
    await here.report(code)
  },
  application_removed: endedFor('application_removed'),
  application_signed_out: endedFor('application_signed_out'),
  application_token_reused: endedFor('application_token_reused'),
  async banned(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.root.send('PATCH', `/admin/users/${here.adaId}/ban`)
  },
  async session_cap(watch) {
    const here = await alone({ SESSION_MAX_PER_ACCOUNT: '2' })
    await watch(here, here.ada)
    await signIn(here.browser())
  },
  async idle(watch) {
    const here = await alone()
    await watch(here, here.other)
    here.clock.advance(31 * DAY_MS)
    expect((await here.other.post('/auth/refresh')).body.error).toBe('refresh_expired')
  },
  async max_lifetime(watch) {
    const here = await alone()
    await watch(here, here.other)
    for (let n = 0; n < 3; n++) {
      here.clock.advance(29 * DAY_MS)
      await here.other.post('/auth/refresh')
    }
    here.clock.advance(4 * DAY_MS)
    expect((await here.other.post('/auth/refresh')).body.error).toBe('max_lifetime_exceeded')
  },
  async refresh_reused(watch) {
    const here = await alone()
    const thief = here.other.clone()
    await here.other.post('/auth/refresh')
    await watch(here, here.other)
    here.clock.advance(60_000)
    expect((await thief.post('/auth/refresh')).body.error).toBe('session_revoked')
  },
  async account_deleted(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.ada.delete('/auth/account', { password: PASSWORD })
  },
  async account_deleted_by_administrator(watch) {
    const here = await scene()
    await watch(here, here.ada, here.other)
    await here.root.delete(`/admin/users/${here.adaId}`)
  },
  async account_unused(watch) {
    const here = await world({ env: { UNVERIFIED_ACCOUNT_TTL: '7d' } })
    await watch(here, await here.signedUp(EMAIL))
    here.clock.advance(8 * DAY_MS)
    await here.purge.run()
    expect(await here.sql(`SELECT id FROM accounts WHERE email = ?`, [EMAIL])).toEqual([])
  },
  async run_out(watch) {
    const here = await alone()
    await watch(here, here.ada, here.other)
    here.clock.advance(31 * DAY_MS)
    await here.purge.run()
  },
  async purged(watch) {
    const here = await alone()
    await watch(here, here.ada, here.other)
    await here.sql(`DELETE FROM refresh_tokens`)
    await here.sql(`DELETE FROM sessions WHERE account_id = ?`, [here.adaId])
    await here.purge.run()
  },
  async restored(watch) {
    const here = await alone()
    await watch(here, here.ada, here.other)
    await revokeCredentials(here.elsewhere, inject('engine'), here.clock.now(), false)
    await here.purge.run()
  },
  async others_of_many(watch) {
    const here = await alone()
    await enlarge(here, here.adaId, MANY)
    await watch(here, here.other)
    const kept = await connect(here, here.ada, 'grafana')
    await here.ada.delete('/auth/sessions')
    expect(await kept.isGood()).toBe(true)
  },
  async all_of_many(watch) {
    const here = await scene()
    await enlarge(here, here.adaId, MANY)
    await watch(here, here.ada, here.other)
    await here.root.delete(`/admin/users/${here.adaId}/sessions`)
  },
}

/** Lets one application in from every browser, and another one that does not want to be told anything. */
async function follow(way: Way) {
  const connected: Connected[] = []
  const quiet: Connected[] = []
  let at: Awaited<ReturnType<typeof surrounded>> | undefined
  await way(async (here, ...browsers) => {
    at = here.database === common().here.database ? common() : await surrounded(here)
    for (const browser of browsers) {
      connected.push(await connect(here, browser, 'grafana'))
      quiet.push(await connect(here, browser, 'quiet'))
    }
    for (const one of [...connected, ...quiet]) expect([await one.isGood(), await one.isGood(at.other)]).toEqual([true, true])
  })
  if (!at) throw new Error('the application was let in nowhere')
  await at.here.idle()
  const { receiver } = at
  const accountId = connected[0]?.accountId
  const told = () => receiver.told.filter(({ claims }) => claims.sub === accountId)
  return { ...at, told, connected, quiet }
}

describe('what applications hold of a session ends with it at every process, and they are told', () => {
  /** All ways pass one place: on PostgreSQL the short form goes every third of them. */
  const isGone = (at: number) => isFull || inject('engine') === 'sqlite' || at % 3 === 0
  it.each(Object.entries(ways).filter((_, at) => isGone(at)))('%s', async (_, way) => {
    const { here, other, told, connected, quiet } = await follow(way)
    for (const one of [...connected, ...quiet]) expect([await one.isGood(), await one.isGood(other)]).toEqual([false, false])
    expect(
      told()
        .map(({ claims }) => claims['sid'])
        .sort(),
    ).toEqual(connected.map(({ sid }) => sid).sort())
    for (const { claims, header } of told()) {
      expect(claims).toMatchObject({ iss: here.config.server.publicUrl, aud: 'grafana' })
      expect(header).toMatchObject({ typ: 'logout+jwt', alg: 'RS256' })
    }
    await here.purge.run()
    await here.idle()
    expect(told()).toHaveLength(connected.length)
  })

  it('and goes along where another takes its place', async () => {
    const here = await administered()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    const connected = await connect(here, here.ada, 'grafana')
    await here.ada.post('/auth/resend-verification')
    await here.ada.post('/auth/verify-email', { code: (await here.mail.newest(EMAIL)).code })
    expect(await sessionIdOf(here.ada)).not.toBe(connected.sessionId)
    await here.purge.run()
    await here.idle()
    expect([receiver.told, await connected.isGood()]).toEqual([[], true])
    await here.ada.post('/auth/logout')
    await here.idle()
    expect([receiver.sids(), await connected.isGood()]).toEqual([[connected.sid], false])
  })

  it('but an application with a session of its own stays when its owner signs out, and goes when all others end', async () => {
    const here = await alone()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url, mayStay: true })
    const own = await connect(here, here.other, 'grafana', { hasOwnSession: true })
    await here.other.post('/auth/logout')
    await here.idle()
    expect([receiver.told, await own.isGood()]).toEqual([[], true])
    await here.ada.delete('/auth/sessions')
    await here.idle()
    expect([receiver.sids(), await own.isGood()]).toEqual([[own.sid], false])
  })
})

describe('a way in which sessions end', () => {
  const source = path.resolve(import.meta.dirname, '../../..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(source, file), 'utf8') }))
  const having = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  /** Which of the ways above goes through each place. A new one belongs here, and among the ways if none of them goes through it. */
  const places: Readonly<Record<string, keyof typeof ways | 'replaced'>> = {
    'gate/access/disable-access.ts': 'email_reverted',
    'gate/access/remove-unproved.ts': 'mailbox_proved',
    'gate/access/sign-out.ts': 'signed_out',
    'gate/sessions/issue-application-session.ts': 'session_cap',
    'gate/sessions/issue-session.ts': 'replaced',
    'gate/sessions/refresh-session.ts': 'idle',
    'subjects/administration/flows/end-user-sessions.ts': 'ended_by_administrator',
    'subjects/administration/steps/ban-account.ts': 'banned',
    'subjects/email-change/steps/confirm-email-change.ts': 'email_changed',
    'subjects/email-change/steps/overrule-email.ts': 'email_changed',
    'subjects/factors/flows/enable-two-factor.ts': 'factors_changed',
    'subjects/factors/steps/change-factors.ts': 'factors_changed',
    'subjects/factors/steps/reset-factors.ts': 'factors_reset',
    'subjects/openid/steps/end-grants.ts': 'ended_by_owner',
    'subjects/openid/steps/grants.ts': 'session_cap',
    'subjects/passwords/flows/change-password.ts': 'password_changed',
    'subjects/passwords/flows/reset-password.ts': 'password_reset',
    'subjects/sessions/flows/end-chosen-sessions.ts': 'ended_by_owner',
    'subjects/sessions/flows/end-session.ts': 'ended_by_owner',
  }

  it('is followed above', () => {
    const ends =
      /\b(?:endAllSessions|endSessions|endUnused|endSession|endOneSession|endRunOut|endEverythingOf)\b[^;]*?from '[^']*end-access\.ts'/
    expect(having(ends)).toEqual(Object.keys(places).sort())
  })

  it('passes the one place that tells of it', () => {
    expect(having(/sessionEndingsIn\([^)]*\)\.(?!countOpen)/)).toEqual(['gate/access/end-access.ts'])
    expect(having(/UPDATE sessions SET revoked_at|SET session_epoch = session_epoch/)).toEqual([
      'gate/sessions/tables/session-endings.ts',
    ])
  })
})
