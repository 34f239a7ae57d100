import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gossip, mailServer } from '../../test/support/mail-server.ts'
import { migratedShell, PASSWORD, shell } from '../../test/support/shell.ts'
import type { Finding } from '../platform/commands/finding.ts'
import { newDataKey } from '../platform/kernel/data-key.ts'
import { deriveKeys, seal } from '../platform/kernel/keys.ts'
import { Secret } from '../platform/kernel/secret.ts'
import { migrations } from '../platform/store/migrations.ts'
import { differenceFinding } from './doctor/check-clock.ts'
import { spaceFindings } from './doctor/check-disk.ts'

const SECRET = 'q3XnW8v0bYdT5sKpZ1aR7uEoLhM2cJ4i'
const GIB = 1024 ** 3

/** What answers at the public URL, for the length of one test. */
async function answering(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A migrated installation, and what the doctor says of it. */
async function patient(env: Record<string, string> = {}) {
  const here = await migratedShell({ SECRET, PUBLIC_URL: 'http://127.0.0.1:1', ...env })
  return { ...here, ...consultation(here.latchkey) }
}

function consultation(latchkey: ReturnType<typeof shell>['latchkey']) {
  const examined = async (): Promise<readonly Finding[]> => JSON.parse((await latchkey('doctor', '--json')).out)
  return { examined, of: async (check: string) => (await examined()).filter((one) => one.check === check) }
}

const warned = (message: string) => expect.objectContaining({ status: 'warn', message: expect.stringContaining(message) })
const failed = (message: string) => expect.objectContaining({ status: 'fail', message: expect.stringContaining(message) })

describe('latchkey doctor', () => {
  it('has nothing to say against a healthy installation, line by line', async () => {
    const { url } = await mailServer()
    const { latchkey, file } = await patient({
      SMTP_URL: url,
      PUBLIC_URL: (await answering(200)).replace('127.0.0.1', 'localhost'),
    })
    const admin = ['--email', 'root@example.com', '--name', 'Root', '--password-file', file('password', PASSWORD)]
    await latchkey('admin', 'create', ...admin)
    const { code, out, err } = await latchkey('doctor')
    expect([code, err]).toEqual([0, ''])
    const lines = out.split('\n').filter((line) => !/^\w+ +(?:disk|commits)/.test(line)) // which depend on the machine
    expect(lines.filter((line) => !/^ok {4}[a-zA-Z ]+ {2}\S/.test(line))).toEqual([])
    expect(new Set(lines.map((line) => line.slice(6, 20).trim()))).toEqual(
      new Set([
        ...['database', 'migrations', 'clock', 'administrators', 'data key', 'mail', 'secret', 'proxies', 'cookies'],
        ...[
          'audit log',
          'purge',
          'signing keys',
          'applications',
          'certificates',
          'organisations',
          'origins',
          'passkeys',
          'public URL',
          'webhooks',
        ],
      ]),
    )
  })

  it('changes nothing: it neither makes a database, nor migrates one, nor makes a secret', async () => {
    const nothing = shell()
    const { code, out, err } = await nothing.latchkey('doctor')
    expect([code, err]).toEqual([1, '1 check failed.'])
    expect(out).toMatch(/^fail {2}database +there is none at /)
    expect(readdirSync(nothing.cwd)).toEqual([])

    const { latchkey, sql, database } = shell({ SECRET })
    await sql(`CREATE TABLE migration_lock (id TEXT)`)
    await sql(`PRAGMA wal_checkpoint(TRUNCATE)`) // else whichever reader comes next may move it from one file to the other
    const before = readFileSync(database)
    expect((await latchkey('doctor')).out).toMatch(/^fail {2}migrations +nothing was ever migrated here/m)
    expect(readFileSync(database).equals(before)).toBe(true)
    expect(existsSync(path.join(path.dirname(database), 'latchkey.secret'))).toBe(false)
  })

  it('fails on a database that belongs to another program', async () => {
    const { latchkey, sql } = shell({ SECRET })
    await sql(`CREATE TABLE posts (id TEXT)`)
    const foreign = failed('this belongs to another program: it has the tables posts. Is DATABASE_URL right?')
    expect(await consultation(latchkey).of('migrations')).toEqual([foreign])
  })

  it('fails on a file that is not a database, and on one that is damaged', async () => {
    const { latchkey, cwd, file } = await patient()
    await latchkey('backup', 'damaged.db')
    const damaged = path.join(cwd, 'damaged.db')
    const whole = readFileSync(damaged)
    writeFileSync(damaged, Buffer.concat([whole.subarray(0, 20_000), Buffer.alloc(4000, 7), whole.subarray(24_000)]))
    const seenAt = (name: string) => consultation(shell({ SECRET, DATABASE_URL: `file:${name}` }).latchkey).of('database')
    expect(await seenAt(damaged)).toContainEqual(failed(''))
    expect(await seenAt(file('garbage', 'x'.repeat(5000)))).toEqual([failed('file is not a database')])
  })

  it('tells who may open the database', async () => {
    const { of, database } = await patient()
    chmodSync(database, 0o640)
    expect(await of('database')).toContainEqual(warned('(mode 640): chmod 600 it'))
    chmodSync(database, 0o644)
    expect(await of('database')).toContainEqual(failed('(mode 644): chmod 600 it'))
  })

  it('tells of pending migrations, and of those that it does not know', async () => {
    const { of, sql } = await patient()
    expect(await of('migrations')).toMatchObject([{ status: 'ok', message: `up to date, ${migrations.at(-1)?.id}` }])
    await sql(`DELETE FROM migrations WHERE id = '0001-invites'`)
    expect(await of('migrations')).toEqual([warned('1 pending')])
    await sql(`INSERT INTO migrations (id) VALUES ('9999-from-the-future')`)
    expect(await of('migrations')).toEqual([failed('newer than this program: it has 9999-from-the-future')])
  })

  it('tells of a clock that is behind what it has written', async () => {
    const { of, sql } = await patient()
    await sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       VALUES ('e', 'login.failed', 0, '', '', '', '{}', 4102444800000)`,
    )
    expect(await of('clock')).toEqual([failed('the audit log goes on until 2100-01-01 00:00 UTC')])
    const differences = [0, 2000, 2001, 30_000, 30_001].map((ms) => differenceFinding(ms).status)
    expect(differences).toEqual(['ok', 'ok', 'warn', 'warn', 'fail'])
  })

  it('tells of origins that people wanted to come back to, until a setting allows them', async () => {
    const { of, sql, env } = await patient({ ALLOWED_ORIGINS: 'https://app.example.com' })
    expect(await of('origins')).toMatchObject([{ status: 'ok' }])
    await sql(`INSERT INTO refused_returns VALUES ('https://app.example.com', 1), ('https://wiki.example.com', 2)`)
    const message = 'come back to https://wiki.example.com (1970-01-01 00:00 UTC), which is not allowed'
    expect(await of('origins')).toEqual([warned(message)])
    expect(await of('origins')).toEqual([warned('add it to ALLOWED_ORIGINS, or to FORWARD_AUTH_APPS')])
    const { latchkey } = shell({ ...env, FORWARD_AUTH_APPS: 'https://wiki.example.com' })
    expect(await consultation(latchkey).of('origins')).toMatchObject([{ status: 'ok' }])
  })

  it('tells of mails that wait for long, and of an installation without an administrator', async () => {
    const { of, sql } = await patient()
    expect(await of('administrators')).toEqual([warned('latchkey admin create')])
    await sql(`INSERT INTO outbox VALUES ('o', 'invite', 'sealed', 0, 1, 0, 9e15, 1, NULL, NULL, NULL, 0)`)
    expect(await of('mail')).toContainEqual(warned('1 mail is waiting, the oldest for '))
  })

  it.each([
    ['nobody listens', async () => 'smtp://127.0.0.1:1', failed('ECONNREFUSED')],
    ['the server refuses us', async () => (await mailServer('says 421')).url, failed('421 come back later')],
    ['the login is wrong', async () => `smtp://ada:canary%2Fword@127.0.0.1:${await gossip()}`, failed('535')],
    ['TLS is not insisted on', async () => 'smtp://mail.invalid', warned('add ?requireTLS=true')],
  ])('tells when %s', async (_, smtp, finding) => {
    const { latchkey, of } = await patient({ SMTP_URL: await smtp() })
    expect(await of('mail')).toContainEqual(finding)
    expect((await latchkey('doctor')).out).not.toContain('canary')
  })

  it('tells where mails go that nobody sends', async () => {
    expect(await (await patient()).of('mail')).toContainEqual(
      expect.objectContaining({ status: 'ok', message: expect.stringContaining('/dev/inbox') }),
    )
    const { of } = await patient({ PUBLIC_URL: 'http://dev.invalid' })
    expect(await of('mail')).toContainEqual(warned('mails are not sent, only logged'))
  })

  it('tells of a guessable secret, of the one of development, and of one that is still being replaced', async () => {
    expect(await (await patient({ SECRET: 'abab'.repeat(8) })).of('secret')).toEqual([warned('looks guessable')])
    const PREVIOUS_SECRET = 'another secret of more than 32 bytes'
    expect(await (await patient({ PREVIOUS_SECRET })).of('secret')).toContainEqual(warned('PREVIOUS_SECRET is still set'))
    const { of, database } = await patient()
    writeFileSync(path.join(path.dirname(database), 'latchkey.secret'), SECRET)
    expect(await of('secret')).toEqual([warned('generated for development')])
  })

  it.each([
    ['', warned('TRUSTED_PROXIES is empty')],
    ['10.0.0.0/8,fc00::/7,192.0.2.1', { check: 'proxies', status: 'ok', message: '3 trusted' }],
  ])('judges TRUSTED_PROXIES=%s behind https', async (ranges, finding) => {
    const { of } = consultation(shell({ SECRET, TRUSTED_PROXIES: ranges, PUBLIC_URL: 'https://127.0.0.1:1' }).latchkey)
    expect(await of('proxies')).toEqual([finding])
  })

  it.each([
    [{}, [warned('COOKIE_PREFIX is off')]],
    [{ COOKIE_PREFIX: 'true' }, [expect.objectContaining({ status: 'ok' })]],
    [
      { COOKIE_PREFIX: 'true', COOKIE_DOMAIN: 'example.com' },
      [warned('every host below it'), expect.objectContaining({ status: 'ok' })],
    ],
  ])('says what the cookies are open to with %j', async (env, findings) => {
    const { of } = consultation(shell({ SECRET, PUBLIC_URL: 'https://id.example.com', ...env }).latchkey)
    expect(await of('cookies')).toEqual(findings)
  })

  it('tells when the public URL leads elsewhere, or nowhere', async () => {
    expect(await (await patient({ PUBLIC_URL: await answering(404) })).of('public URL')).toEqual([warned('answers 404')])
    expect(await (await patient()).of('public URL')).toEqual([warned('does not answer: ')])
  })

  it('tells of a disk that is nearly full, out of inodes, or not a disk of this machine', () => {
    const roomy = { type: 0xef53, bsize: 4096, blocks: (100 * GIB) / 4096, bavail: (50 * GIB) / 4096, files: 1000, ffree: 900 }
    const of = (change: Partial<typeof roomy>) => [...spaceFindings({ ...roomy, ...change })]
    expect(of({})).toEqual([{ check: 'disk', status: 'ok', message: '50.0 GiB free' }])
    expect(of({ bavail: (9 * GIB) / 4096 })).toEqual([warned('9.0 GiB free, 9 %')])
    expect(of({ blocks: GIB / 4096, bavail: GIB / 8192 })).toEqual([warned('512 MiB free, 50 %')])
    expect(of({ bavail: 1000 })).toEqual([failed('3 MiB free')])
    expect(of({ ffree: 10 })).toContainEqual(warned('10 of 1000 inodes'))
    expect(of({ files: 0, ffree: 0 })).toHaveLength(1)
    expect(of({ type: 0x6969 })).toContainEqual(failed('on NFS'))
    expect(of({ type: 0xff534d42 | 0 })).toContainEqual(failed('on CIFS'))
  })
})

describe('what the doctor says of passkeys', () => {
  it.each([
    [{ PUBLIC_URL: 'https://id.example.com' }, 'ok', 'are made for id.example.com, and work at https://id.example.com'],
    [
      { PUBLIC_URL: 'https://id.example.com', PASSKEY_RP_ID: 'example.com', ALLOWED_ORIGINS: 'https://app.example.com' },
      'ok',
      'are made for example.com, and work at https://id.example.com, https://app.example.com',
    ],
    [{ PUBLIC_URL: 'https://192.0.2.1' }, 'warn', 'there can be none: PUBLIC_URL is an address or a name without a dot'],
    [{ PUBLIC_URL: 'https://id.example.com', PASSKEYS: 'false' }, 'ok', 'switched off'],
  ])('%o', async (env, status, message) => {
    const { of } = await patient(env)
    expect(await of('passkeys')).toEqual([{ check: 'passkeys', status, message }])
  })

  it('how many were made for another domain', async () => {
    const { of, sql, latchkey } = await patient({ PUBLIC_URL: 'https://id.example.com' })
    await latchkey('users', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--no-password')
    for (const [id, rpId] of [
      ['a', 'old.example.com'],
      ['b', 'id.example.com'],
      ['c', null],
    ])
      await sql(
        `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, name, aaguid, transports, backup_eligible,
           backed_up, created_at, rp_id) SELECT ?, id, ?, 'k', 0, 'n', '', '[]', 0, 0, 1, ? FROM accounts`,
        [String(id), String(id), rpId ?? null],
      )
    expect(await of('passkeys')).toContainEqual(warned('1 were made for another domain'))
    const stranded = warned('accounts that ask for one and have none but these: 1. ')
    await sql(`UPDATE accounts SET passkey_gate_at = 1`)
    expect(await of('passkeys')).not.toContainEqual(stranded)
    await sql(`DELETE FROM passkeys WHERE id <> 'a'`)
    expect(await of('passkeys')).toContainEqual(stranded)
  })
})

describe('what the doctor says of the key of factors', () => {
  const OTHER = 'another secret than before, of 32 bytes'
  const ADDED = `INSERT INTO data_keys (name, sealed, created_at) VALUES ('factors', ?, 1)`
  const SEED = `INSERT INTO totp_seeds (account_id, sealed, last_step, created_at) SELECT id, 'sealed', 1, 1 FROM accounts`
  const SEALED_LOG = `INSERT INTO audit_head (id, origin, size, first, peaks, note, lease_holder, leased_until) VALUES (1, 'x', 0, 0, '', '', '', 0)`
  const sealedBy = (secret: string) => seal(deriveKeys(new Secret(secret)).dataKeys, newDataKey())

  it.each([
    ['opened by the secret', SECRET, 'ok', 'SECRET opens it'],
    ['opened by the one before', OTHER, 'warn', 'only PREVIOUS_SECRET opens it: start the service once before you remove that'],
  ])('%s', async (_what, secret, status, message) => {
    const { of, sql } = await patient({ PREVIOUS_SECRET: OTHER })
    await sql(ADDED, [sealedBy(secret)])
    expect(await of('data key')).toEqual([{ check: 'data key', status, message }])
  })

  it('not needed yet', async () => {
    const { of } = await patient()
    expect(await of('data key')).toEqual([{ check: 'data key', status: 'ok', message: 'not needed yet' }])
  })

  it('opened by neither: in use it stops the service, else it will be replaced', async () => {
    const { of, sql, latchkey } = await patient()
    await latchkey('users', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--no-password')
    await sql(ADDED, [sealedBy(OTHER)])
    expect(await of('data key')).toEqual([warned('nothing is kept under it yet, and the next start makes another')])
    for (const used of [SEED, SEALED_LOG]) {
      await sql(used)
      expect(await of('data key')).toEqual([failed('the service does not start: set the SECRET that was in force')])
      expect(await of('data key')).toEqual([failed('`latchkey secret lost` says what is lost')])
      await sql(`DELETE FROM totp_seeds`)
    }
  })
})
