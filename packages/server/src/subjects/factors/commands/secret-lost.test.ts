import { createHmac } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { asked } from '../../../../test/support/by-mail.ts'
import { emptyDatabase } from '../../../../test/support/database.ts'
import { type AuthenticatorApp, ada, addPasskey, addTotp, EMAIL, enterByPasskey } from '../../../../test/support/factored.ts'
import { ADA, corpSettings, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { checkpoint, seal, verify } from '../../../../test/support/sealed.ts'
import { atEnd } from '../../../../test/support/shared.ts'
import { shell } from '../../../../test/support/shell.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { sqliteFile } from '../../../platform/store/open-engine.ts'

const OLD = 'the secret that was lost, 32 bytes and more'
const NEW = 'the secret that is set now, 32 bytes and more'
const NEW_PASSWORD = 'battery staple 2'
const SETTINGS = { EMAIL_SIGN_IN: 'existing', TRUSTED_DEVICE_TTL: '30d' }

type Before = Awaited<ReturnType<typeof oauthWorld>> & { readonly owner: Browser; readonly url: string }
type Enrolled = Before & { readonly codes: AuthenticatorApp }
type Prepare = (here: Before) => Promise<unknown>

/** SQLite closes a file with the last statement for it, and those of this process live until they are collected: a copy is open nowhere. */
function unopened(url: string): string {
  const file = sqliteFile(url)
  if (file === undefined) return url
  copyFileSync(file, `${file}+`)
  return `file:${file}+`
}

/** A service that ran under the lost secret and has stopped, and an operator with another one. */
async function lost({ first, last }: { readonly first?: Prepare; readonly last?: (here: Enrolled) => Promise<unknown> } = {}) {
  const { url, drop } = await emptyDatabase()
  atEnd(drop)
  expect((await shell({ DATABASE_URL: url }).latchkey('migrate')).code).toBe(0)
  const before = await oauthWorld({ databaseUrl: url, withMail: true, env: { ...SETTINGS, SECRET: OLD } })
  const owner = await before.signedUp(EMAIL)
  await before.sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1`)
  await first?.({ ...before, owner, url })
  const { app } = await addTotp(before, owner, { keepOtherSessions: true })
  await last?.({ ...before, owner, url, codes: app })
  await before.letGo()
  const at = shell({ DATABASE_URL: url, SECRET: NEW })
  return {
    ...at,
    async secretLost(...more: string[]) {
      at.env.DATABASE_URL = unopened(at.env.DATABASE_URL)
      return at.latchkey('secret', 'lost', ...more)
    },
    /** The service under the new secret, with a clock that has gone on. */
    async started() {
      const there = await world({
        ...{ databaseUrl: at.env.DATABASE_URL, withMail: true },
        env: { ...SETTINGS, ...corpSettings(before.corp), SECRET: NEW },
      })
      const signedIn = there.browser()
      for (const [name, value] of owner.jar) signedIn.jar.set(name, value)
      const throughProvider = async (visitor: Browser) => {
        const { body } = await visitor.get('/auth/oauth/corp')
        return landing(await visitor.get(pathOf(await before.corp.approve(body.url, { as: ADA }))))
      }
      return { ...there, signedIn, throughProvider }
    },
  }
}

const enter = async (there: World, visitor = there.browser(), password = ada.password) =>
  (await visitor.post('/auth/login', { email: EMAIL, password })).body

const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/me')).status === 200

/** With the mailed code that takes the place of the app. */
async function steppedUp(there: World, visitor: Browser): Promise<Browser> {
  there.clock.advance(1000)
  const before = there.mail.countTo(EMAIL)
  await visitor.post('/auth/step-up/send', {})
  const { code } = await there.mail.newest(EMAIL, before + 1)
  expect((await visitor.post('/auth/step-up', { code })).status).toBe(200)
  return visitor
}

async function newPasswordByMail(there: World): Promise<void> {
  const before = there.mail.countTo(EMAIL)
  await there.browser().post('/auth/forgot-password', { email: EMAIL })
  const { code } = await there.mail.newest(EMAIL, before + 1)
  const reset = await there.browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
  expect(reset.status).toBe(200)
}

describe('latchkey secret lost', () => {
  it('says beforehand what is lost, of whom, and changes nothing until it is told to', async () => {
    const { secretLost, sql } = await lost()
    const state = () =>
      Promise.all(['data_keys', 'totp_seeds', 'recovery_codes', 'accounts'].map((one) => sql(`SELECT * FROM ${one}`)))
    const before = await state()
    const said = await secretLost()
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toMatch(/ 1 authenticator apps: .+\n {4}ada@example\.com\n {2}1 lists of recovery codes: .+\n {4}ada@/)
    const { done, losses } = JSON.parse((await secretLost('--json')).out)
    expect([done, losses.map(({ part, count }: { part: string; count: number }) => [part, count])]).toEqual([
      false,
      [
        ['authenticatorApps', 1],
        ['recoveryCodes', 1],
      ],
    ])
    expect(await state()).toEqual(before)
  })

  it('ends with a service that starts, once, and leaves sessions and an event', async () => {
    const { secretLost, started, sql } = await lost()
    expect(await secretLost('--yes')).toMatchObject({ code: 0, err: '' })
    expect(await secretLost('--yes')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Nothing is lost: .+nothing to do\.$/),
    })
    expect(await sql(`SELECT metadata FROM audit_events WHERE type = 'service.secret_lost'`)).toEqual([
      { metadata: JSON.stringify({ authenticatorApps: '1', recoveryCodes: '1' }) },
    ])
    const there = await started()
    expect(await isIn(there.signedIn)).toBe(true)
    const { reply, app } = await addTotp(there, await steppedUp(there, there.signedIn), { keepOtherSessions: true })
    expect([reply.status, reply.body.recoveryCodes.length]).toEqual([200, 10])
    expect(await enter(there)).toMatchObject({ codeSent: false, methods: ['totp', 'recovery'] })
    const visitor = there.browser()
    const { challengeId } = await enter(there, visitor)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: app.code() })).status).toBe(200)
  })

  it('lets nobody in with less than two proofs, nor with the mailbox for both', async () => {
    const { secretLost, started, latchkey } = await lost({ first: ({ owner, link }) => link(owner) })
    await secretLost('--yes')
    const there = await started()

    const mailbox = await asked(there)
    expect((await mailbox.enter()).body).toMatchObject({ requiresTwoFactor: true, codeSent: false, methods: [] })
    const [arrived, mails] = [there.browser(), there.mail.countTo(EMAIL)]
    const gated = await there.throughProvider(arrived)
    expect(gated).toMatchObject({ path: '/two-factor', requiresTwoFactor: 'true' })
    expect((await arrived.post('/auth/2fa/resend', { challengeId: gated['challengeId'] })).status).toBe(410)
    expect([there.mail.countTo(EMAIL), await isIn(mailbox.visitor), await isIn(arrived)]).toEqual([mails, false, false])

    const visitor = there.browser()
    const asksFor = await enter(there, visitor)
    expect([asksFor.requiresTwoFactor, asksFor.codeSent, await isIn(visitor)]).toEqual([true, true, false])
    const { code } = await there.mail.newest(EMAIL, mails + 1)
    expect((await arrived.post('/auth/2fa/verify', { challengeId: asksFor.challengeId, code })).status).toBe(400)
    expect((await mailbox.visitor.post('/auth/2fa/verify', { challengeId: asksFor.challengeId, code })).status).toBe(400)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: asksFor.challengeId, code })).status).toBe(200)

    await newPasswordByMail(there)
    expect(await enter(there, there.browser(), NEW_PASSWORD)).toMatchObject({
      requiresTwoFactor: true,
      codeSent: false,
      methods: [],
    })
    expect(await latchkey('users', 'reset-factors', EMAIL)).toMatchObject({ code: 0 })
    expect((await enter(there, there.browser(), NEW_PASSWORD)).user.email).toBe(EMAIL)
  })

  it('ends the trust in browsers, and a passkey opens as before', async () => {
    const known: Browser[] = []
    const { secretLost, started } = await lost({
      async last(here) {
        const visitor = here.browser()
        const { challengeId } = await enter(here, visitor)
        await visitor.post('/auth/2fa/verify', { challengeId, code: here.codes.code(), trustDevice: true })
        expect((await enter(here, visitor)).user.email).toBe(EMAIL)
        known.push(visitor)
      },
    })
    await secretLost('--yes')
    const there = await started()
    const visitor = there.browser()
    for (const [name, value] of known[0]?.jar ?? []) if (/device/.test(name)) visitor.jar.set(name, value)
    expect(await enter(there, visitor)).toMatchObject({ requiresTwoFactor: true, codeSent: true })
    const { authenticator } = await addPasskey(await steppedUp(there, there.signedIn))
    expect(await enter(there)).toMatchObject({ codeSent: false, methods: ['passkey'] })
    expect((await enterByPasskey(there.browser(), authenticator)).status).toBe(200)
  })

  it('opens no administrators’ routes by a mailed code', async () => {
    const { secretLost, started } = await lost({ last: ({ sql }) => sql(`UPDATE accounts SET role = 'admin'`) })
    expect((await secretLost()).out).toMatch(/ 1 of them are administrators: .+\n {4}ada@example\.com/)
    await secretLost('--yes')
    const there = await started()
    const visitor = there.browser()
    const { challengeId } = await enter(there, visitor)
    const { code } = await there.mail.newest(EMAIL, 1)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code })).status).toBe(200)
    expect((await visitor.get('/admin/users')).body.error).toBe('two_factor_required')
    await steppedUp(there, visitor)
    expect((await visitor.post('/auth/2fa/totp/begin')).body.error).toBe('two_factor_required')
  })

  it('gives webhooks other secrets and the audit log another key, and the log says what was before', async () => {
    const kept: string[] = []
    const { secretLost, started, latchkey, sql, file } = await lost({
      last: async (here) => {
        const at = shell({ DATABASE_URL: here.url, SECRET: OLD })
        at.file(
          'all.json',
          JSON.stringify({
            webhooks: [{ url: 'https://hooks.example.com/in', types: ['user.created'], description: 'in' }],
            clients: [{ id: 'wiki', kind: 'web', name: 'Wiki', redirectUris: ['https://wiki.example.com/callback'] }],
          }),
        )
        expect((await at.latchkey('apply', 'all.json')).code).toBe(0)
        await seal(here)
        await at.latchkey('audit', 'erase', '--user', EMAIL)
        await checkpoint(here)
        kept.push((await at.latchkey('audit', 'key')).out.trim(), (await at.latchkey('audit', 'checkpoint')).out)
      },
    })
    const [former = '', note = ''] = kept
    const [before] = await sql(`SELECT secret FROM webhooks`)
    const { losses, handouts } = JSON.parse((await secretLost('--yes', '--json')).out)
    expect(losses.map(({ part }: { part: string }) => part)).toEqual(
      expect.arrayContaining(['sealedEvents', 'webhooks', 'applications']),
    )
    expect(handouts).toEqual([
      {
        part: 'webhooks',
        name: expect.stringContaining('https://hooks.example.com/in'),
        secret: expect.stringMatching(/^whsec_/),
      },
    ])
    expect((await sql(`SELECT secret FROM webhooks`))[0]).not.toEqual(before)
    expect(await sql(`SELECT kid FROM oidc_signing_keys`)).toEqual([])
    const there = await started()
    await seal(there)
    expect(await verify(there)).toMatchObject({ result: 'good', erased: expect.any(Number) })
    expect(await latchkey('audit', 'verify')).toMatchObject({ code: 0 })
    const against = ['--against', file('kept', note)]
    const unknown = await latchkey('audit', 'verify', ...against)
    expect([unknown.code, unknown.out]).toEqual([5, expect.stringContaining('service.secret_lost')])
    expect(await latchkey('audit', 'verify', ...against, '--key', former)).toMatchObject({ code: 0 })
    await there.sql(`UPDATE audit_events SET type = 'logout' WHERE sequence = 0`)
    expect((await latchkey('audit', 'verify', ...against, '--key', former)).code).toBe(4)
  })

  it('voids imported passwords that need a lost key, forgets tokens of providers, and counts pairwise applications', async () => {
    const { secretLost, started, sql } = await lost({
      first: ({ owner, link }) => link(owner),
      last: async (here) => {
        const at = shell({ DATABASE_URL: here.url, SECRET: OLD })
        const hash = createHmac('sha256', 'the key of old').update(ada.password).digest('hex')
        at.file('people', `email,password_scheme,password_hash\nbob@example.com,hmac-sha256,${hash}\n`)
        at.file('config', '{"hmacKey":"the key of old"}')
        const options = ['--from', 'csv', '--hash-config', 'config', '--report', 'report', '--yes']
        expect(await at.latchkey('users', 'import', 'people', ...options)).toMatchObject({ code: 0 })
        const application = { id: 'wiki', kind: 'web', name: 'Wiki', redirectUris: ['https://wiki.example.com/callback'] }
        at.file('all.json', JSON.stringify({ clients: [{ ...application, isPairwise: true, isFirstParty: false }] }))
        expect(await at.latchkey('apply', 'all.json')).toMatchObject({ code: 0 })
        await here.sql(`UPDATE identities SET tokens = 'sealed'`)
        const bob = { email: 'bob@example.com', password: ada.password }
        expect((await here.browser().post('/auth/login', { ...bob, password: `${ada.password}!` })).status).toBe(401)
      },
    })
    const { losses } = JSON.parse((await secretLost('--yes', '--json')).out)
    const counts = losses.map(({ part, count }: { part: string; count: number }) => [part, count])
    expect(counts).toEqual(
      expect.arrayContaining([
        ['importedPasswords', 1],
        ['providerTokens', 1],
        ['pairwiseApplications', 1],
      ]),
    )
    expect(await sql(`SELECT id FROM hash_keys`)).toEqual([])
    expect(await sql(`SELECT tokens FROM identities`)).toEqual([{ tokens: null }])
    expect(await sql(`SELECT password_hash FROM accounts WHERE email = 'bob@example.com'`)).toEqual([{ password_hash: null }])
    const there = await started()
    const refused = await there.browser().post('/auth/login', { email: 'bob@example.com', password: ada.password })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials'])
  })

  it('refuses beside a service, where SECRET opens the key, and leaves all as it was where it fails', async () => {
    const { secretLost, started, sql, env, latchkey } = await lost()
    Object.assign(env, { PREVIOUS_SECRET: OLD })
    for (const more of [[], ['--yes']])
      expect(await secretLost(...more)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Nothing is lost/) })
    Reflect.deleteProperty(env, 'PREVIOUS_SECRET')
    await sql(`ALTER TABLE pending_totp_seeds RENAME TO away`)
    const state = () =>
      Promise.all(['data_keys', 'totp_seeds', 'recovery_codes', 'accounts'].map((one) => sql(`SELECT * FROM ${one}`)))
    const before = await state()
    expect((await secretLost('--yes')).code).toBe(1)
    expect(await state()).toEqual(before)
    await sql(`ALTER TABLE away RENAME TO pending_totp_seeds`)
    expect((await secretLost('--yes')).code).toBe(0)
    await started()
    Object.assign(env, { SECRET: 'a third secret that is set now, 32 bytes' })
    expect(await latchkey('secret', 'lost', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/stop the service first/),
    })
  })
})
