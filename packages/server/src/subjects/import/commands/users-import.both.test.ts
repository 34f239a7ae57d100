import { execFileSync } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { csvOf, importing } from '../../../../test/support/importing.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const HASH = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
const KEPT_ID = '0b6e5a52-6c1e-4b43-9f0a-4c8d4f6a1e11'

const person = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  id: name,
  email: `${name}@example.com`,
  ...more,
})

describe('latchkey users import', () => {
  it('brings people with what a file says of them, and no more', async () => {
    const { write, run, sql, report, cwd } = await importing()
    const rows = csvOf(
      {
        ...{ id: '1', email: 'Ada@Example.com', name: 'Ada', email_verified: 'true', created_at: '2024-05-01T12:00:00Z' },
        ...{ password_scheme: 'argon2', password_form: 'nfc', password_hash: HASH, role: 'admin' },
      },
      { id: '2', email: 'bob@example.com', name: 'Bob "the"\nBuilder', banned: 'true', ban_reason: 'spam' },
      { id: '3', email: 'not-an-address' },
      { id: '4', email: 'ada@example.com' },
      { id: '5', email: 'eve@example.com', password_scheme: 'rot13', password_hash: 'abc' },
      { id: '6', email: 'joe@example.com', banned: 'true', ban_until: '2020-01-01T00:00:00Z' },
    )
    const { code, out, err } = await run(write('people.csv', `\ufeff${rows}`), '--from', 'csv', '--report', 'report')
    expect([code, err]).toEqual([3, '3 of the records were refused.'])
    expect(out).toContain('created  3')
    const made = { outcome: 'created', accountId: expect.any(String), notes: ['new_id'] }
    expect(report()).toEqual([
      { line: 2, sourceId: '1', email: 'ada@example.com', ...made },
      { line: 3, sourceId: '2', email: 'bob@example.com', ...made },
      { line: 5, sourceId: '3', email: 'not-an-address', outcome: 'refused', reason: 'invalid_email' },
      { line: 6, sourceId: '4', email: 'ada@example.com', outcome: 'refused', reason: 'duplicate_in_file' },
      { line: 7, sourceId: '5', email: 'eve@example.com', outcome: 'refused', reason: 'unknown_hash' },
      { line: 8, sourceId: '6', email: 'joe@example.com', ...made },
    ])
    expect(statSync(path.join(cwd, 'report')).mode & 0o777).toBe(0o600)
    const columns = `email, name, role, password_hash, ban_reason, banned_at IS NULL AS free, verified_at IS NULL AS unverified`
    const found = await sql(`SELECT ${columns} FROM accounts ORDER BY email`)
    const plain = { role: 'user', password_hash: null, ban_reason: null }
    expect(found.map((row) => ({ ...row, free: Boolean(row['free']), unverified: Boolean(row['unverified']) }))).toEqual([
      { ...plain, email: 'ada@example.com', name: 'Ada', password_hash: HASH, free: true, unverified: false },
      { ...plain, email: 'bob@example.com', name: 'bob', ban_reason: 'spam', free: false, unverified: true },
      { ...plain, email: 'joe@example.com', name: 'joe', free: true, unverified: true },
    ])
    expect(await sql(`SELECT created_at FROM accounts WHERE name = 'Ada'`)).toEqual([{ created_at: Date.UTC(2024, 4, 1, 12) }])
    const told = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.users.imported'`)
    expect(told.map(({ metadata }) => JSON.parse(String(metadata)))).toMatchObject([
      { source: 'csv', created: '3', refused: '3', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('lets people in with the password that they had', async () => {
    const here = await world()
    const { write, run } = await importing({}, here)
    const password_hash = await here.depsFor().passwords.hash(PASSWORD, { ip: '' })
    const rows = [person('ada', { email_verified: 'true', password_scheme: 'argon2', password_form: 'nfc', password_hash })]
    expect((await run(write('people.csv', csvOf(...rows)), '--from', 'csv')).code).toBe(0)
    expect((await here.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  })

  it('lets people in with a hash of another system, which is wrapped first where it is weak', async () => {
    const here = await world()
    const { write, run, report, sql } = await importing({}, here)
    const [salt, password] = ['0123456789abcdef0123456789abcdef', 'a strong password 1']
    const key = scryptSync(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 1024 * 1024 })
    const accounts = [{ providerId: 'credential', accountId: 'x', password: `${salt}:${key.toString('hex')}` }]
    const strong = write('users.json', JSON.stringify([{ id: 'u1', email: 'ada@example.com', emailVerified: true, accounts }]))
    expect((await run(strong, '--from', 'better-auth')).code).toBe(0)
    expect((await here.browser().post('/auth/login', { email: 'ada@example.com', password })).status).toBe(200)

    // `openssl passwd -1 -salt saltsalt 'a weak password 1'`
    const md5 = execFileSync('openssl', ['passwd', '-1', '-salt', 'saltsalt', 'a weak password 1']).toString().trim()
    const weak = write(
      'weak.csv',
      csvOf(person('bob', { password_scheme: 'md5-crypt', password_hash: md5, email_verified: 'true' })),
    )
    expect((await run(weak, '--from', 'csv', '--dry-run')).out).toContain('Weak hashes to be wrapped: 1')
    expect((await run(weak, '--from', 'csv', '--weak', 'refuse')).code).toBe(3)
    expect((await run(weak, '--from', 'csv', '--report', 'report')).code).toBe(0)
    expect(report()).toMatchObject([{ outcome: 'created', notes: ['weak_hash', 'new_id'] }])
    const [stored] = await sql(`SELECT password_hash FROM accounts WHERE email = 'bob@example.com'`)
    expect(stored?.['password_hash']).not.toContain(md5.split('$').at(-1))
    expect((await here.browser().post('/auth/login', { email: 'bob@example.com', password: 'a weak password 1' })).status).toBe(
      200,
    )
  })

  it('leaves an account as registration does, row for row', async () => {
    const { write, run, sql, latchkey } = await importing()
    await latchkey('users', 'create', '--email', 'ada.lovelace@example.com', '--name', 'Ada Lovelace', '--no-password')
    await run(write('people.csv', csvOf(person('adb.lovelace', { name: 'Adb Lovelace' }))), '--from', 'csv')
    const derived = async (email: string) => ({
      words: await sql(
        `SELECT word, shared, w.created_at - a.created_at AS later FROM account_words w JOIN accounts a ON a.id = w.account_id
          WHERE a.email = ? ORDER BY word`,
        [email],
      ),
      wordsOf: await sql(`SELECT words_of FROM accounts WHERE email = ?`, [email]),
      others: await sql(
        `SELECT role, credential_version, has_signed_in, session_epoch, org_owner_count, unproved_since, user_handle,
           two_factor_enabled_at, last_active_at, last_sign_in_at FROM accounts WHERE email = ?`,
        [email],
      ),
    })
    const imported = JSON.stringify(await derived('adb.lovelace@example.com'))
    expect(imported.replaceAll(/([aA]d)b/g, '$1a')).toBe(JSON.stringify(await derived('ada.lovelace@example.com')))
    const counted = await sql(`SELECT CAST(SUM(total) AS BIGINT) AS total FROM day_counters WHERE figure = 'account'`)
    expect(counted).toEqual([{ total: 2 }])
  })

  it('changes nothing of an account that is there, whatever the file says', async () => {
    const { write, run, sql, latchkey, report } = await importing()
    await latchkey('users', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--no-password')
    const everything = async () => JSON.stringify(await sql('SELECT * FROM accounts ORDER BY id'))
    const before = await everything()
    const rows = csvOf(
      person('ada', {
        name: 'Mallory',
        email_verified: 'true',
        password_scheme: 'argon2',
        password_form: 'nfc',
        password_hash: HASH,
      }),
    )
    const file = write('people.csv', rows)
    expect((await run(file, '--from', 'csv', '--report', 'report')).code).toBe(0)
    expect(report()).toMatchObject([{ outcome: 'skipped', reason: 'email_already_exists' }])
    const failed = await run(file, '--from', 'csv', '--on-conflict', 'fail')
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('ada@example.com exists already') })
    expect(await everything()).toBe(before)
    expect(await sql('SELECT account_id FROM account_origins')).toEqual([])
  })

  it('makes administrators only of those who are named, and counts the others', async () => {
    const { write, run, sql, report } = await importing()
    const users = ['ada', 'bob', 'eve'].map((name, at) => ({ ...person(name), role: ['admin', 'editor,admin', 'owner'][at] }))
    const file = write('users.json', JSON.stringify(users))
    const before = await run(file, '--from', 'better-auth', '--dry-run')
    expect(before.out).toContain('2 administrators of the source came as ordinary accounts')
    await run(file, '--from', 'better-auth', '--admins', 'role=owner', '--report', 'report')
    expect(await sql(`SELECT email FROM accounts WHERE role = 'admin'`)).toEqual([{ email: 'eve@example.com' }])
    expect(report().map(({ notes }) => notes)).toEqual([
      ['new_id', 'administrator_at_source'],
      ['new_id', 'administrator_at_source'],
      ['new_id', 'administrator'],
    ])
    expect(await sql(`SELECT actor_id FROM audit_events WHERE type = 'admin.user.role_changed'`)).toHaveLength(1)
  })

  it('keeps ids that are UUIDs, and refuses one that is taken', async () => {
    const { write, run, sql, report } = await importing()
    const first = csvOf({ id: KEPT_ID.toUpperCase(), email: 'ada@example.com' })
    await run(write('first.csv', first), '--from', 'csv')
    expect(await sql('SELECT id FROM accounts')).toEqual([{ id: KEPT_ID }])
    const file = write('second.csv', csvOf({ id: KEPT_ID, email: 'eve@example.com' }))
    expect((await run(file, '--from', 'csv', '--report', 'report')).code).toBe(3)
    expect(report()).toMatchObject([{ outcome: 'refused', reason: 'id_taken' }])
    expect((await run(file, '--from', 'csv', '--ids', 'new')).code).toBe(0)
  })

  it('takes no word of the source for an address with --verified none', async () => {
    const { write, run, sql } = await importing()
    await run(write('people.csv', csvOf(person('ada', { email_verified: 'true' }))), '--from', 'csv', '--verified', 'none')
    expect(await sql('SELECT verified_at, mailbox_proved_at, unproved_since FROM accounts')).toEqual([
      { verified_at: null, mailbox_proved_at: null, unproved_since: null },
    ])
  })

  it('says in a dry run what would happen, and writes nothing', async () => {
    const { write, run, sql, report, latchkey } = await importing()
    await latchkey('users', 'create', '--email', 'bob@example.com', '--name', 'Bob', '--no-password')
    const rows = ['ada', 'bob', 'ada', 'eve', ...Array.from({ length: 40 }, (_, at) => `p${at % 30}`)].map((name) => person(name))
    const file = write('people.csv', csvOf(...rows))
    const rehearsed = await run(file, '--from', 'csv', '--dry-run', '--report', 'rehearsal', '--batch', '7')
    expect(await sql('SELECT email FROM accounts')).toEqual([{ email: 'bob@example.com' }])
    expect(await sql('SELECT id FROM import_runs')).toEqual([])
    expect(await sql(`SELECT id FROM audit_events WHERE type = 'admin.users.imported'`)).toEqual([])
    const imported = await run(file, '--from', 'csv', '--report', 'report', '--batch', '7')
    expect(rehearsed.code).toBe(imported.code)
    const withoutIds = report().map(({ accountId: _, ...line }) => line)
    expect(report('rehearsal')).toEqual(withoutIds)
  })

  it('is found by the id that it had, tells where it came from, and forgets it with the account', async () => {
    const here = await administered()
    const { write, run, sql } = await importing({}, here)
    await run(write('people.csv', csvOf(person('eve'), person('joe'))), '--from', 'csv')
    const { body } = await here.root.get('/admin/users?sourceId=eve')
    expect(body).toMatchObject({ total: 1, users: [{ email: 'eve@example.com' }] })
    expect((await here.root.get('/admin/users?sourceId=nobody')).body.total).toBe(0)
    expect((await here.root.get(`/admin/users?sourceId=${'x'.repeat(256)}`)).status).toBe(400)
    const { id } = body.users[0]
    const detail = (await here.root.get(`/admin/users/${id}`)).body
    expect(detail.origin).toEqual({ source: 'csv', sourceId: 'eve', importedAt: expect.any(String) })
    expect((await here.root.get(`/admin/users/${here.adaId}`)).body.origin).toBeUndefined()
    const page = await here.root.get(`/console/users/${id}`)
    expect(page.text).toContain('Its id there')
    await here.root.delete(`/admin/users/${id}`)
    expect(await sql('SELECT source_id FROM account_origins')).toEqual([{ source_id: 'joe' }])
  })
})
