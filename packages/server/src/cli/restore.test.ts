import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ada, migratedShell, shell } from '../../test/support/shell.ts'

/** Everything that may be open when a backup is made, of an account called `a`. */
const OPEN = [
  `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, second_factor_at, created_at, last_active_at, expires_at,
     refresh_expires_at, revoked_at) VALUES ('s', 'a', 'h', '', '', NULL, 1, 1, 9e15, 9e15, NULL)`,
  `INSERT INTO refresh_tokens (hash, session_id, generation, expires_at) VALUES ('r', 's', 1, 9e15)`,
  `INSERT INTO codes (id, purpose, account_id, hash, guesses, created_at, expires_at, used_at) VALUES ('c', 'set-password', 'a', 'h', 0, 1, 9e15, NULL)`,
  `INSERT INTO challenges (id, account_id, code_hash, guesses, resends, mail_pending_until, mail_accepted_at, created_at, expires_at,
     used_at) VALUES ('d', 'a', 'h', 0, 0, 0, NULL, 1, 9e15, NULL)`,
  `INSERT INTO invites VALUES ('i', 'guest@example.com', 'h', NULL, 1, 9e15, NULL, NULL)`,
  `INSERT INTO api_keys (id, name, hash, scopes, created_at) VALUES ('k', 'billing', 'h', 'users:read', 1)`,
  `INSERT INTO devices (id, account_id, hash, user_agent, created_at, last_seen_at, credential_version, trusted_at, trusted_until, trusted_version)
     VALUES ('t', 'a', 'h', '', 1, 1, 0, 1, 9e15, 0)`,
  `INSERT INTO organisations (id, name, slug, owner_count, member_count, created_at, updated_at) VALUES ('g', 'Acme', 'acme', 0, 0, 1, 1)`,
  `INSERT INTO org_invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ('j', 'g', 'guest@example.com', 'member', 'h', 'a', 1, 9e15)`,
  `INSERT INTO email_changes (id, account_id, session_id, new_email, new_hash, revertible, created_at, expires_at)
     VALUES ('e', 'a', 's', 'new@example.com', 'h', 1, 1, 9e15)`,
  `INSERT INTO email_reverts (id, hash, account_id, email, verified_at, requested_at, created_at, expires_at)
     VALUES ('v', 'h', 'a', 'old@example.com', 1, 1, 1, 9e15)`,
  `INSERT INTO device_reports (id, hash, account_id, since, email_hash, created_at, expires_at) VALUES ('p', 'h', 'a', 1, 'h', 1, 9e15)`,
  `INSERT INTO outbox (id, kind, payload, attempts, next_attempt_at, leased_until, expires_at, created_at)
     VALUES ('o', 'invite', 'sealed', 0, 1, 0, 9e15, 1)`,
]

/** A backup with Ada in it, and an empty directory to restore it to. */
async function backedUp() {
  const origin = await migratedShell()
  await origin.latchkey('users', 'create', ...ada, '--no-password')
  await origin.sql(`DELETE FROM account_words`)
  await origin.sql(`UPDATE accounts SET id = 'a', words_of = NULL`)
  for (const statement of OPEN) await origin.sql(statement)
  const copy = path.join(origin.cwd, 'copy.db')
  await origin.latchkey('backup', copy)
  const there = shell()
  return { copy, ...there, inCopy: shell({ DATABASE_URL: `file:${copy}` }).sql, restore: restoreOf(there.latchkey) }
}

const restoreOf =
  (latchkey: ReturnType<typeof shell>['latchkey']) =>
  (copy: string, ...options: string[]) =>
    latchkey('restore', copy, '--yes', ...options)

describe('latchkey restore', () => {
  it.skipIf(process.getuid?.() !== 0)('as root leaves a file that the service can open: owner and mode as before', async () => {
    const { copy, database, latchkey, restore } = await backedUp()
    mkdirSync(path.dirname(database))
    chownSync(path.dirname(database), 1234, 4321)
    await restore(copy)
    const facts = () => {
      const { uid, gid, mode } = statSync(database)
      return [uid, gid, mode & 0o777]
    }
    expect(facts()).toEqual([1234, 4321, 0o600])
    chownSync(database, 2345, 5432)
    chmodSync(database, 0o640)
    await latchkey('restore', copy, '--yes')
    expect(facts()).toEqual([2345, 5432, 0o640])
  })

  it('brings the accounts back, ends what was handed out, and does not mail again', async () => {
    const { copy, sql, database, restore } = await backedUp()
    expect(await restore(copy)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /holds 1 accounts, 1 live sessions, .+\nRestored\.\nEverybody has to sign in again; .+\nWhat was removed since is back: .+$/,
      ),
      err: '',
    })
    expect(statSync(database).mode & 0o777).toBe(0o600)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: 'ada@example.com' }])
    for (const live of [
      `sessions WHERE revoked_at IS NULL`,
      `codes WHERE used_at IS NULL`,
      `challenges`,
      `invites WHERE revoked_at IS NULL`,
      `api_keys WHERE revoked_at IS NULL`,
      `devices WHERE trusted_until IS NOT NULL`,
      `org_invites WHERE revoked_at IS NULL`,
      `email_changes WHERE ended_at IS NULL`,
      `email_reverts WHERE ended_at IS NULL`,
      `device_reports WHERE used_at IS NULL`,
      `outbox WHERE done_at IS NULL`,
    ])
      expect(await sql(`SELECT 1 FROM ${live}`), live).toEqual([])
  })

  it('keeps sessions, codes, invites, keys and trusted browsers with --keep-sessions, but no waiting mail', async () => {
    const { copy, sql, restore } = await backedUp()
    expect((await restore(copy, '--keep-sessions')).out).toMatch(/\nRestored\.$/)
    for (const [live, count] of [
      [`sessions WHERE revoked_at IS NULL`, 1],
      [`codes WHERE used_at IS NULL`, 1],
      [`challenges`, 1],
      [`invites WHERE revoked_at IS NULL`, 1],
      [`api_keys WHERE revoked_at IS NULL`, 1],
      [`devices WHERE trusted_until IS NOT NULL`, 1],
      [`org_invites WHERE revoked_at IS NULL`, 1],
      [`email_changes WHERE ended_at IS NULL`, 1],
      [`email_reverts WHERE ended_at IS NULL`, 1],
      [`device_reports WHERE used_at IS NULL`, 1],
      [`outbox WHERE done_at IS NULL`, 0],
    ] as const)
      expect(await sql(`SELECT 1 FROM ${live}`), live).toHaveLength(count)
  })

  it('takes a backup of an older program, which `migrate` then brings up to date', async () => {
    const { copy, inCopy, latchkey, restore } = await backedUp()
    await inCopy(`DROP TABLE passkeys`)
    await inCopy(`DELETE FROM migrations WHERE id = '0001-passkeys'`)
    await inCopy(`ALTER TABLE devices DROP COLUMN trusted_until`)
    expect((await restore(copy)).code).toBe(0)
    expect((await latchkey('migrate')).out).toContain('applied 0001-passkeys')
  })

  it('replaces a database that is damaged beyond opening, and keeps it aside', async () => {
    const { copy, database, cwd, restore, sql } = await backedUp()
    const data = path.join(cwd, 'data')
    mkdirSync(data)
    writeFileSync(database, 'garbage'.repeat(1000))
    const { code, out } = await restore(copy)
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/the database that was there is now .+test\.db\.before-restore-\S+\.$/m),
    ])
    expect(readdirSync(data).filter((name) => name.includes('before-restore'))).toHaveLength(1)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: 'ada@example.com' }])
  })

  it('refuses what is no whole database of this service, or a newer one, and touches nothing', async () => {
    const { copy, inCopy, database, cwd, restore } = await backedUp()
    const at = (name: string) => path.join(cwd, name)
    const whole = readFileSync(copy)
    writeFileSync(at('text'), 'not a database at all'.repeat(100))
    writeFileSync(at('empty'), '')
    writeFileSync(at('cut'), whole.subarray(0, whole.length - 8192))
    writeFileSync(at('scratched'), Buffer.concat([whole.subarray(0, 20_000), Buffer.alloc(4000, 7), whole.subarray(24_000)]))
    await inCopy(`INSERT INTO migrations (id) VALUES ('9999-from-the-future')`)
    for (const [name, problem] of [
      [at('text'), 'not a database'],
      [at('empty'), 'not a database of this service'],
      [at('cut'), 'malformed'],
      [at('scratched'), /malformed|damaged/],
      [at('nowhere'), 'There is no file'],
      [copy, 'newer than this program: it has the migration 9999-from-the-future'],
    ] as const)
      expect(await restore(name), name).toMatchObject({ code: 1, out: '', err: expect.stringMatching(problem) })
    expect(existsSync(database)).toBe(false)
  })

  it('needs --yes where nobody can be asked', async () => {
    const { copy, latchkey, database } = await backedUp()
    expect(await latchkey('restore', copy)).toMatchObject({ code: 2, err: expect.stringMatching(/^--yes is missing/) })
    expect(existsSync(database)).toBe(false)
  })

  it('points to the tools of PostgreSQL', async () => {
    const { latchkey } = shell({ DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect(await latchkey('restore', 'copy.db', '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('pg_restore') })
  })
})
