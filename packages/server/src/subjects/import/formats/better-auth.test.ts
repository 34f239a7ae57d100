import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { RIVALS } from '../../../../test/support/rival-files.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'
import { sqliteModule } from '../../../platform/store/engines/sqlite-module.ts'
import { codeAt } from '../../factors/totp.ts'
import { subkey } from './xchacha.ts'

const SECRET = 'better-auth-secret-123456789'
const SEED = 'kQ8vN2xR7bT4mW9cZ1pL6sD3fG5hJ0yA'

/** As better-auth seals what belongs to a second factor. */
function sealed(text: string): string {
  const nonce = randomBytes(24)
  const key = subkey(createHash('sha256').update(SECRET).digest(), nonce)
  const cipher = createCipheriv('chacha20-poly1305', key, Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]), {
    authTagLength: 16,
  })
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('hex')
}

const ada = {
  ...{ id: 'u1', name: 'Ada', email: 'ada@example.com', emailVerified: true, createdAt: '2024-05-01T12:00:00.000Z' },
  twoFactorEnabled: true,
  accounts: [
    { providerId: 'google', accountId: 'g-1' },
    { providerId: 'discord', accountId: 'd-1' },
  ],
  twoFactor: { secret: sealed(SEED), backupCodes: sealed('["aB3dE-fGh1J","kLm2N-oPq3R"]') },
}
const others = [
  { id: 'u2', name: 'Bob', email: 'bob@example.com', banned: true, banReason: 'spam', banExpires: '2199-01-01T00:00:00.000Z' },
  { id: 'u3', name: 'Guest', email: 'temp@example.com', isAnonymous: true },
  {
    id: 'u4',
    name: 'Eve',
    email: 'eve@example.com',
    accounts: [{ providerId: 'credential', accountId: 'u4', password: 'nonsense' }],
  },
]

const GOOGLE = { OAUTH_GOOGLE_CLIENT_ID: 'x', OAUTH_GOOGLE_CLIENT_SECRET: 'y' }

describe('better-auth', () => {
  it('comes with what belongs to each person, and an app that goes on working', async () => {
    const here = await world({ withMail: true })
    const { write, run, report, sql } = await importing(GOOGLE, here)
    const file = write('users.json', JSON.stringify([ada, ...others]))
    const config = write('secret', SECRET)
    const { code } = await run(
      file,
      '--from',
      'better-auth',
      '--hash-config',
      config,
      '--provider',
      'google=google',
      '--report',
      'report',
    )
    expect(code).toBe(3)
    expect(report().map(({ sourceId, outcome, reason, notes }) => [sourceId, outcome, reason, notes])).toEqual([
      ['u1', 'created', undefined, ['unknown_provider', 'new_id']],
      ['u2', 'created', undefined, ['new_id', 'ban_without_end']],
      ['u3', 'refused', 'not_a_person', undefined],
      ['u4', 'refused', 'unknown_hash', undefined],
    ])
    expect(await sql('SELECT provider, subject FROM identities')).toEqual([{ provider: 'google', subject: 'g-1' }])
    expect(await sql(`SELECT ban_reason FROM accounts WHERE email = 'bob@example.com'`)).toEqual([
      { ban_reason: 'spam (until 2199-01-01T00:00:00.000Z)' },
    ])
    expect(await sql('SELECT COUNT(*) AS total FROM recovery_codes')).toEqual([{ total: 2 }])

    // Ada has no password here, sets one by mail, and still owes the code of her app.
    const browser = here.browser()
    await browser.post('/auth/forgot-password', { email: ada.email })
    const { code: reset } = await here.mail.newest(ada.email)
    await browser.post('/auth/reset-password', { code: reset, newPassword: 'correct horse 7' })
    const { body } = await browser.post('/auth/login', { email: ada.email, password: 'correct horse 7' })
    expect(body.methods).toEqual(expect.arrayContaining(['totp', 'recovery']))
    const typed = codeAt(Buffer.from(SEED), here.clock.now())
    const verified = await browser.post('/auth/2fa/verify', { challengeId: body.challengeId, code: typed, method: 'totp' })
    expect(verified.status).toBe(200)
    const again = here.browser()
    const second = await again.post('/auth/login', { email: ada.email, password: 'correct horse 7' })
    const recovery = { challengeId: second.body.challengeId, code: 'aB3dE-fGh1J', method: 'recovery' }
    expect((await again.post('/auth/2fa/verify', recovery)).status).toBe(200)
  })

  it.each([
    ['keep', { code: 0, email: 1, notes: ['unsupported_second_factor', 'mailed_factor', 'unknown_provider', 'new_id'] }],
    ['drop', { code: 0, email: 0, notes: ['unsupported_second_factor', 'unknown_provider', 'new_id'] }],
    ['refuse', { code: 3, email: undefined, notes: undefined }],
  ])('has a second factor that cannot be kept, without its secret: --second-factor %s', async (choice, expected) => {
    const { write, run, report, sql } = await importing()
    const file = write('users.ndjson', JSON.stringify(ada))
    const { code } = await run(file, '--from', 'better-auth', '--second-factor', choice, '--report', 'report')
    expect(code).toBe(expected.code)
    const [line] = report()
    expect(new Set(line?.notes ?? [])).toEqual(new Set(expected.notes ?? []))
    const gates = await sql('SELECT CASE WHEN email_factor_at IS NULL THEN 0 ELSE 1 END AS email, totp_at FROM accounts')
    expect(gates).toEqual(expected.email === undefined ? [] : [{ email: expected.email, totp_at: null }])
  })

  it('opens accounts of a database that it has made itself, with the password, the app and the codes of before', async () => {
    const here = await world()
    const { run, report, write, cwd } = await importing({}, here)
    const file = path.join(cwd, 'auth.sqlite')
    const { DatabaseSync } = await sqliteModule()
    const database = new DatabaseSync(file)
    database.exec(readFileSync(path.join(RIVALS, 'better-auth.sql'), 'utf8'))
    database.close()
    const secret = write('secret', readFileSync(path.join(RIVALS, 'better-auth-secret.txt'), 'utf8'))
    expect((await run(file, '--from', 'better-auth', '--hash-config', secret, '--report', 'report')).code).toBe(3)
    expect(report().map(({ outcome, reason }) => reason ?? outcome)).toEqual(['not_a_person', 'created', 'created', 'created'])
    const login = async (email: string) => {
      const browser = here.browser()
      return { browser, ...(await browser.post('/auth/login', { email, password: PASSWORD })) }
    }
    expect((await login('joe@example.com')).status).toBe(200)
    expect((await login('bob@example.com')).status).toBe(403)
    const seed = Buffer.from('MqKMhRXAU6Xl7HQgqGpojnkUScrgbQGL')
    for (const [method, code] of [
      ['totp', codeAt(seed, here.clock.now())],
      ['recovery', 'Rg3XV-7zgKV'],
    ]) {
      const { browser, body } = await login('ada@example.com')
      expect((await browser.post('/auth/2fa/verify', { challengeId: body.challengeId, code, method })).status).toBe(200)
    }
  })

  it('is read from its SQLite database, with the tables of its plugins', async () => {
    const { run, report, sql, cwd } = await importing()
    const file = path.join(cwd, 'auth.sqlite')
    const { DatabaseSync } = await sqliteModule()
    const database = new DatabaseSync(file)
    database.exec(`CREATE TABLE "user" ("id" text primary key, "name" text, "email" text, "emailVerified" integer, "createdAt" date);
      CREATE TABLE "account" ("id" text primary key, "accountId" text, "providerId" text, "userId" text, "password" text);
      INSERT INTO "user" VALUES ('b', 'Bob', 'bob@example.com', 0, '2024-05-01T12:00:00.000Z'), ('a', 'Ada', 'ada@example.com', 1, 1714564800000);
      INSERT INTO "user" VALUES ('c', hex(zeroblob(40000)), 'eve@example.com', 0, NULL);
      INSERT INTO "account" VALUES ('1', 'x', 'corp', 'a', NULL)`)
    database.close()
    expect((await run(file, '--from', 'better-auth', '--report', 'report', '--batch', '1')).code).toBe(3)
    expect(report().map(({ line, sourceId, reason }) => [line, sourceId, reason])).toEqual([
      [1, 'a', undefined],
      [2, 'b', undefined],
      [3, undefined, 'record_too_large'],
    ])
    const at = Date.UTC(2024, 4, 1, 12)
    expect(await sql('SELECT name, created_at FROM accounts ORDER BY name')).toEqual([
      { name: 'Ada', created_at: at },
      { name: 'Bob', created_at: at },
    ])
  })
})
