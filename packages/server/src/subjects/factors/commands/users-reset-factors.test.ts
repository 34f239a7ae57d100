import { describe, expect, it } from 'vitest'
import { ada, migratedShell, PASSWORD } from '../../../../test/support/shell.ts'

const EMAIL = 'ada@example.com'

/** What an account can have, all of it. */
const HAS = (id: string): string[] => [
  `UPDATE accounts SET two_factor_enabled_at = 1, email_factor_at = 1, totp_at = 1, passkey_gate_at = 1 WHERE id = '${id}'`,
  `INSERT INTO totp_seeds (account_id, sealed, last_step, created_at) VALUES ('${id}', 'sealed', 1, 1)`,
  `INSERT INTO recovery_codes (account_id, hash, created_at) VALUES ('${id}', 'h', 1)`,
  `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, name, aaguid, transports, backup_eligible, backed_up, created_at)
     VALUES ('p-${id}', '${id}', 'c-${id}', 'k', 0, 'Key', '', '[]', 0, 0, 1)`,
  `INSERT INTO devices (id, account_id, hash, user_agent, created_at, last_seen_at, credential_version) VALUES ('d-${id}', '${id}', 'h', '', 1, 1, 0)`,
  `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, second_factor_at, created_at, last_active_at, expires_at,
     refresh_expires_at, revoked_at) VALUES ('s-${id}', '${id}', 'h-${id}', '', '', NULL, 1, 1, 9000000000000, 9000000000000, NULL)`,
]

/** Ada with every factor, and Eve, who is not meant. */
async function enrolled(...options: string[]) {
  const here = await migratedShell({ SECURITY_NOTICES: 'true' })
  const { latchkey, sql, file } = here
  await latchkey('users', 'create', ...ada, ...(options.length > 0 ? options : ['--password-file', file('password', PASSWORD)]))
  await latchkey('users', 'create', '--email', 'eve@example.com', '--name', 'Eve', '--no-password')
  const ids = (await sql(`SELECT id FROM accounts ORDER BY email`)).map((row) => String(row['id']))
  for (const id of ids) for (const statement of HAS(id)) await sql(statement)
  const [id = '', other = ''] = ids
  /** Rows of one account that a factor, a browser or a live session has. */
  const left = async (of: string) => {
    const tables = ['totp_seeds', 'recovery_codes', 'passkeys', 'devices', 'sessions']
    const rows = await Promise.all(
      tables.map((table) =>
        sql(`SELECT 1 FROM ${table} WHERE account_id = '${of}'${table === 'sessions' ? ' AND revoked_at IS NULL' : ''}`),
      ),
    )
    return rows.map(({ length }) => length)
  }
  return { ...here, id, other, left }
}

describe('latchkey users reset-factors', () => {
  it.each(['address', 'id'] as const)('takes every factor, browser and session from an account, by its %s', async (by) => {
    const { latchkey, sql, id, other, left } = await enrolled()
    expect(await latchkey('users', 'reset-factors', by === 'id' ? id : 'ADA@example.com')).toEqual({
      code: 0,
      out: `${EMAIL} has no second factor and no passkey any more, and is signed out everywhere.`,
      err: '',
    })
    expect(await left(id)).toEqual([0, 0, 0, 0, 0])
    expect(await left(other)).toEqual([1, 1, 1, 1, 1])
    const [account] = await sql(
      `SELECT two_factor_enabled_at, email_factor_at, totp_at, passkey_gate_at FROM accounts WHERE id = ?`,
      [id],
    )
    expect(Object.values(account ?? {})).toEqual([null, null, null, null])
    const events = await sql(`SELECT actor_id, target_user_id FROM audit_events WHERE type = 'admin.user.factors_reset'`)
    expect(events).toEqual([{ actor_id: null, target_user_id: id }])
    expect(await sql(`SELECT kind FROM outbox`)).toEqual([{ kind: 'factors-changed' }])
  })

  it('ends a sign-in that is under way', async () => {
    const { latchkey, sql, id } = await enrolled()
    const version = async () => (await sql(`SELECT credential_version FROM accounts WHERE id = ?`, [id]))[0]
    const before = await version()
    await latchkey('users', 'reset-factors', EMAIL)
    expect(await version()).not.toEqual(before)
  })

  it('leaves an administrator who has nothing but passkeys with them, where there is no other', async () => {
    const { latchkey, sql, id, left } = await enrolled('--no-password')
    await sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [id])
    const { code, err } = await latchkey('users', 'reset-factors', EMAIL)
    expect([code, err]).toEqual([1, expect.stringContaining('administrator')])
    expect(await left(id)).toEqual([1, 1, 1, 1, 1])
    expect(await sql(`SELECT type FROM audit_events WHERE type LIKE 'admin.user.factors%'`)).toEqual([])
  })

  it.each([
    ['an address nobody has', 'nobody@example.com', 1, 'There is no such user.'],
    ['an id nobody has', '01900000-0000-7000-8000-000000000000', 1, 'There is no such user.'],
    ['neither', 'ada', 1, 'This is neither the id of an account nor an email address.'],
  ])('says so of %s', async (_what, user, code, message) => {
    const { latchkey, id, left } = await enrolled()
    const said = await latchkey('users', 'reset-factors', user)
    expect([said.code, said.out, said.err]).toEqual([code, '', expect.stringMatching(new RegExp(message, 'i'))])
    expect(await left(id)).toEqual([1, 1, 1, 1, 1])
  })

  it('wants somebody to be named', async () => {
    const { latchkey } = await migratedShell()
    expect((await latchkey('users', 'reset-factors')).code).toBe(2)
  })
})
