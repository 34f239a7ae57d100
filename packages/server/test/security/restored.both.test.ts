import { describe, expect, it } from 'vitest'
import { LATEST_MS, spentStatesIn } from '../../src/gate/codes/tables/spent-states.ts'
import { DEVICE_GRANT } from '../../src/subjects/openid/steps/person-grants.ts'
import { application, userinfoOf } from '../support/application.ts'
import { STEP_MS, withTotp } from '../support/factored.ts'
import { member } from '../support/mailed-codes.ts'
import { shell } from '../support/shell.ts'
import { snapshot } from '../support/snapshot.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const LATER = 9_000_000_000_000

/** What works once or until it is revoked, beside what the flows below have made, and how it is found while it is open. */
const OPEN: readonly (readonly [add: string, open: string])[] = [
  [
    `INSERT INTO app_tickets (hash, session_id, account_id, origin, path, nonce, expires_at) VALUES ('h', 's', 'a', '', '', '', ${LATER})`,
    `app_tickets WHERE used_at IS NULL`,
  ],
  [`INSERT INTO app_sessions (hash, session_id, created_at) VALUES ('h', 's', 1)`, `app_sessions`],
  [
    `INSERT INTO codes (id, purpose, account_id, hash, guesses, created_at, expires_at) SELECT 'c', 'set-password', id, 'h', 0, 1, ${LATER} FROM accounts`,
    `codes WHERE used_at IS NULL`,
  ],
  [
    `INSERT INTO invites (id, email, token_hash, created_at, expires_at) VALUES ('i', 'guest@example.com', 'h', 1, ${LATER})`,
    `invites WHERE revoked_at IS NULL`,
  ],
  [
    `INSERT INTO api_keys (id, name, hash, scopes, created_at) VALUES ('k', 'billing', 'h', 'users:read', 1)`,
    `api_keys WHERE revoked_at IS NULL`,
  ],
  [
    `INSERT INTO organisations (id, name, slug, owner_count, member_count, created_at, updated_at) VALUES ('g', 'Acme', 'acme', 0, 0, 1, 1)`,
    '',
  ],
  [
    `INSERT INTO org_invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at)
       VALUES ('j', 'g', 'guest@example.com', 'member', 'h', 'a', 1, ${LATER})`,
    `org_invites WHERE revoked_at IS NULL`,
  ],
  [
    `INSERT INTO email_changes (id, account_id, session_id, new_email, new_hash, revertible, created_at, expires_at)
       SELECT 'e', id, 's', 'new@example.com', 'h', 1, 1, ${LATER} FROM accounts`,
    `email_changes WHERE ended_at IS NULL`,
  ],
  [
    `INSERT INTO email_reverts (id, hash, account_id, email, verified_at, requested_at, created_at, expires_at)
       SELECT 'v', 'h', id, 'old@example.com', 1, 1, 1, ${LATER} FROM accounts`,
    `email_reverts WHERE ended_at IS NULL`,
  ],
  [
    `INSERT INTO device_reports (id, hash, account_id, since, email_hash, created_at, expires_at)
       SELECT 'p', 'h', id, 1, 'h', 1, ${LATER} FROM accounts`,
    `device_reports WHERE used_at IS NULL`,
  ],
  [
    `INSERT INTO outbox (id, kind, payload, attempts, next_attempt_at, leased_until, expires_at, created_at)
       VALUES ('o', 'invite', 'sealed', 0, ${LATER}, 0, ${LATER}, 1)`,
    `outbox WHERE done_at IS NULL`,
  ],
]

const isOpen = ([, open]: (typeof OPEN)[number]): boolean => open !== ''

/** Ada with an app, a browser that she trusts, and a copy of all of it; and what an operator does to put the copy back. */
async function backedUp() {
  const here = await withTotp()
  const { visitor, verify } = await here.enter()
  await verify({ code: here.app.code(), trustDevice: true })
  here.clock.advance(STEP_MS)
  for (const [add] of OPEN) await here.sql(add)
  const putBack = await snapshot(here.elsewhere)
  const restored = () => shell({ DATABASE_URL: here.database.url }).latchkey('restored', '--yes')
  return { ...here, visitor, putBack, restored }
}

describe('latchkey restored, after an old copy was put in the place of the database', () => {
  it('leaves a browser that was removed since without trust, and a session that was ended since without use', async () => {
    const { owner, visitor, enter, putBack, restored, recoveryCodes, browser } = await backedUp()
    const [thief, other, lost] = [visitor.clone(), visitor.clone(), owner.clone()]
    const [code = '', used = '', unused = ''] = recoveryCodes
    expect((await owner.post('/auth/step-up', { code })).status).toBe(200)
    expect((await (await enter(browser())).verify({ code: used })).status).toBe(200)
    expect((await owner.delete('/auth/devices')).status).toBe(200)
    expect((await owner.post('/auth/logout')).status).toBe(200)

    await putBack()
    expect((await lost.get('/auth/me')).status).toBe(200) // the reason for the command
    const { code: exit, out, err } = await restored()
    expect([exit, err, out]).toEqual([0, '', expect.stringMatching(/^Everybody has to sign in again/)])

    expect((await lost.get('/auth/me')).status).toBe(401)
    expect((await visitor.get('/auth/me')).status).toBe(401)
    expect((await other.post('/auth/refresh')).status).toBe(401)
    const again = await thief.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    expect(again.body).toMatchObject({ requiresTwoFactor: true })
    const { verify } = await enter(browser())
    for (const one of [used, unused]) expect((await verify({ code: one })).body.error, one).toBe('two_factor_code_invalid')
  })

  it('ends every single thing that was handed out, as `latchkey restore` does', async () => {
    const { sql, putBack, restored, app, enter } = await backedUp()
    await putBack()
    for (const [add, open] of OPEN.filter(isOpen)) expect(await sql(`SELECT 1 AS one FROM ${open}`), add).not.toEqual([])
    expect((await restored()).code).toBe(0)
    for (const [add, open] of OPEN.filter(isOpen)) expect(await sql(`SELECT 1 AS one FROM ${open}`), add).toEqual([])
    const made = [
      'sessions WHERE revoked_at IS NULL',
      'devices WHERE trusted_until IS NOT NULL',
      'recovery_codes WHERE used_at IS NULL',
    ]
    for (const open of [...made, 'challenges']) expect(await sql(`SELECT 1 AS one FROM ${open}`), open).toEqual([])
    const { verify } = await enter()
    expect((await verify({ code: app.code() })).status).toBe(200)
  })

  it('ends what applications and devices hold, and leaves them the keys and secrets that they know', async () => {
    const here = await world()
    const app = await application(here)
    const tv = await application(here, { id: 'tv', kind: 'native', hasDeviceFlow: true })
    const job = await application(here, { id: 'job', kind: 'service', redirectUris: [], scopes: ['read'] })
    const { browser } = await member(here, 'ada@example.com')
    const { body: held } = await app.redeem(await app.code(browser))
    const code = await app.code(browser)
    const { body: device } = await tv.post('/oidc/device', {})
    const service = { grant_type: 'client_credentials' }
    const { body: own } = await job.token(service)
    expect((await job.introspect(own.access_token)).body.active).toBe(true)
    const keysOf = async (place: Pick<World, 'browser'>) => (await place.browser().get('/oidc/jwks')).body.keys
    const keys = await keysOf(here)
    expect((await shell({ DATABASE_URL: here.database.url }).latchkey('restored', '--yes')).code).toBe(0)

    const later = await world({ databaseUrl: here.database.url })
    expect((await userinfoOf(later, held.access_token)).status).toBe(401)
    expect((await app.at(later).refresh(held.refresh_token)).body.error).toBe('invalid_grant')
    expect((await app.at(later).redeem(code)).body.error).toBe('invalid_grant')
    expect((await tv.at(later).token({ grant_type: DEVICE_GRANT, ...device })).body.error).toBe('invalid_grant')
    expect((await job.at(later).introspect(own.access_token)).body).toEqual({ active: false })
    expect((await job.at(later).token(service)).status).toBe(200)
    expect(keys).not.toEqual([])
    expect(await keysOf(later)).toEqual(keys)
  })

  it('takes a ceremony that was begun before for spent, and none that is begun after it', async () => {
    const { putBack, restored, depsFor } = await backedUp()
    const spend = (hash: string, expiresAt: number) => spentStatesIn(depsFor().store).spend(hash, expiresAt)
    const before = Date.now()
    expect(await spend('spent since', before + LATEST_MS)).toBe(true)
    await putBack()
    await restored()
    expect(await spend('spent since', before + LATEST_MS)).toBe(false)
    expect(await spend('fresh', Date.now() + LATEST_MS + 1)).toBe(true)
    expect(await spend('fresh', Date.now() + LATEST_MS + 1)).toBe(false)
  })

  it('takes no code of an authenticator app that may have been used already, and the one after it', async () => {
    const { sql, clock, putBack, restored, app, enter } = await backedUp()
    await putBack()
    await sql(`UPDATE totp_seeds SET last_step = 0`)
    await restored()
    clock.advance(Date.now() - clock.now())
    const { verify } = await enter()
    expect((await verify({ code: app.code() })).body.error).toBe('two_factor_code_invalid')
    clock.advance(2 * STEP_MS)
    expect((await verify({ code: app.code() })).status).toBe(200)
  })

  it('asks first where nobody has said so', async () => {
    const { database } = await withTotp()
    const { code, err } = await shell({ DATABASE_URL: database.url }).latchkey('restored')
    expect([code, err]).toEqual([2, expect.stringMatching(/^--yes is missing/)])
  })
})
