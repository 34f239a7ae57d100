import type { Engine, Queries } from './engine.ts'
import { ALL_BEFORE, LATEST_MS } from './tables/spent-states.ts'

interface Ending {
  /** As `table.column`. An older database has some of them only, and `start` adds the others. */
  readonly needs: string
  readonly sql: (now: number) => string
}

const set = (table: string, column: string, isOpen: string, more = ''): Ending => ({
  needs: `${table}.${column}`,
  sql: (now) => `UPDATE ${table} SET ${column} = ${now}${more} WHERE ${isOpen}`,
})

const empty = (table: string, column: string, which = ''): Ending => ({
  needs: `${table}.${column}`,
  sql: () => `DELETE FROM ${table}${which}`,
})

/**
 * All that works once, or until it is revoked. A refresh token ends with its session. Recovery codes are among them: which were
 * used, or replaced because a list was lost, is not known any more, and one of them is as good as a second factor.
 */
const ENDINGS: readonly Ending[] = [
  set('sessions', 'revoked_at', 'revoked_at IS NULL'),
  empty('app_sessions', 'hash'),
  set('app_tickets', 'used_at', 'used_at IS NULL'),
  set('codes', 'used_at', 'used_at IS NULL'),
  empty('challenges', 'id'),
  empty('pending_totp_seeds', 'sealed'),
  set('recovery_codes', 'used_at', 'used_at IS NULL'),
  { needs: 'devices.trusted_until', sql: () => `UPDATE devices SET trusted_until = NULL, trusted_version = NULL` },
  set('invites', 'revoked_at', 'accepted_at IS NULL AND revoked_at IS NULL'),
  set('org_invites', 'revoked_at', 'accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL'),
  set('email_changes', 'ended_at', 'ended_at IS NULL', `, ending = 'cancelled'`),
  set('email_reverts', 'ended_at', 'used_at IS NULL AND ended_at IS NULL'),
  set('device_reports', 'used_at', 'used_at IS NULL'),
  set('api_keys', 'revoked_at', 'revoked_at IS NULL'),
  {
    needs: 'spent_states.hash',
    sql: (now) => `INSERT INTO spent_states (hash, expires_at) VALUES ('${ALL_BEFORE}', ${now + LATEST_MS})
      ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at`,
  },
]

/** They have been sent long since. */
const WAITING_MAIL = empty('outbox', 'done_at', ' WHERE done_at IS NULL')

const COLUMNS: Readonly<Record<Engine['name'], string>> = {
  sqlite: `SELECT m.name || '.' || p.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres: `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()`,
}

/**
 * For a database that an old copy has taken the place of: what was revoked or used since then would work again, so everything that
 * was handed out ends, unless it is to be kept. Mails that were waiting then go in either case.
 */
export async function endHandedOut(sql: Queries, engine: Engine['name'], now: number, keepsSessions: boolean): Promise<void> {
  const columns = new Set((await sql.query(COLUMNS[engine])).map(({ name }) => name))
  for (const ending of [...(keepsSessions ? [] : ENDINGS), WAITING_MAIL])
    if (columns.has(ending.needs)) await sql.query(ending.sql(now))
}
