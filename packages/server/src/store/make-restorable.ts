import { withSqlite } from './sqlite-file.ts'

/** What was handed out, by its table. */
const ENDINGS = {
  sessions: (now: number) => `UPDATE sessions SET revoked_at = ${now} WHERE revoked_at IS NULL`,
  codes: (now: number) => `UPDATE codes SET used_at = ${now} WHERE used_at IS NULL`,
  challenges: () => `DELETE FROM challenges`,
  devices: () => `UPDATE devices SET trusted_until = NULL, trusted_version = NULL`,
  invites: (now: number) => `UPDATE invites SET revoked_at = ${now} WHERE accepted_at IS NULL AND revoked_at IS NULL`,
  org_invites: (now: number) =>
    `UPDATE org_invites SET revoked_at = ${now} WHERE accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL`,
  email_changes: (now: number) => `UPDATE email_changes SET ended_at = ${now}, ending = 'cancelled' WHERE ended_at IS NULL`,
  email_reverts: (now: number) => `UPDATE email_reverts SET ended_at = ${now} WHERE used_at IS NULL AND ended_at IS NULL`,
  device_reports: (now: number) => `UPDATE device_reports SET used_at = ${now} WHERE used_at IS NULL`,
  api_keys: (now: number) => `UPDATE api_keys SET revoked_at = ${now} WHERE revoked_at IS NULL`,
}

/** An older database lacks some of the tables, or has them without what is ended here; `start` adds that. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND (name <> 'devices'
  OR EXISTS (SELECT 1 FROM pragma_table_info('devices') WHERE name = 'trusted_until'))`

/**
 * Prepares a copy of an old database to take the place of a newer one. What was revoked or used since then would work
 * again, so everything that was handed out ends, unless it is to be kept; a refresh token ends with its session. Mails that
 * were waiting then have been sent long since.
 */
export async function makeRestorable(file: string, now: number, keepsSessions: boolean): Promise<void> {
  await withSqlite(file, false, (database) => {
    const tables = database.prepare(TABLES).all() as { name: string }[]
    const statements: Readonly<Record<string, (now: number) => string>> = {
      ...(keepsSessions ? {} : ENDINGS),
      outbox: () => `DELETE FROM outbox WHERE done_at IS NULL`,
    }
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    for (const { name } of tables) database.exec(statements[name]?.(now) ?? '')
  })
}
