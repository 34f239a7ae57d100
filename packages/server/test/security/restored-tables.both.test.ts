import { describe, expect, inject, it } from 'vitest'
import { revokeCredentials } from '../../src/platform/store/revoke-credentials.ts'
import { type SchemaColumn, schemaOf } from '../support/schema.ts'
import { world } from '../support/world.ts'

/** By what becomes of the rows of a copy. Why rows are kept stands with each table, and does not compile without. */
const DECIDED = {
  ended: `api_keys app_tickets codes device_reports email_changes email_reverts invites oidc_codes org_invites recovery_codes sessions
    sign_in_codes`,
  emptied: `app_sessions challenge_bindings challenges inactivity_notices lost_apps oidc_access_tokens oidc_device_codes oidc_refresh_tokens oidc_requests outbox
    pending_totp_seeds`,
  changed: `audit_events devices spent_states totp_seeds`,
  kept: `account_data account_origins account_words accounts activity audit_checkpoints audit_collectors audit_head audit_tiles
    data_keys day_counters hash_keys identities import_runs limits locks migration_lock migrations oidc_client_secrets
    oidc_clients oidc_consents oidc_grants oidc_logouts oidc_signing_keys org_members org_slugs org_words organisations passkeys
    password_kinds received_webhooks refresh_tokens refused_returns session_leases session_messages webhook_deliveries webhooks write_probes`,
} as const

const fateOf = (name: string): string =>
  Object.entries(DECIDED).find(([, names]) => names.split(/\s+/).includes(name))?.[0] ?? 'undecided'

/** All that name another row name the same one. What is optional says when something ended, or when it does. */
const cellOf = ({ isText, isOptional, table }: SchemaColumn): string | number | null => {
  if (isOptional && fateOf(table) !== 'changed') return null
  return isText ? 'one' : 1
}

const WITHOUT_REFERENCES = { sqlite: 'PRAGMA defer_foreign_keys = ON', postgres: 'SET LOCAL session_replication_role = replica' }

/** A database with a row in every table of the schema, as the database itself has it. */
async function filled() {
  const { elsewhere, sql } = await world({ env: { SESSION_CACHE_SIZE: '0' } }) // whose process renews no lease meanwhile
  const columns = await schemaOf({ sql })
  const tables = [...new Set(columns.map(({ table }) => table))].sort()
  await elsewhere.transaction(async (tx) => {
    await tx.query(WITHOUT_REFERENCES[inject('engine')])
    for (const table of tables) {
      if ((await tx.query(`SELECT * FROM ${table} LIMIT 1`)).length > 0) continue
      const own = columns.filter((column) => column.table === table)
      const names = own.map(({ name }) => name).join(', ')
      await tx.query(`INSERT INTO ${table} (${names}) VALUES (${own.map(() => '?').join(', ')})`, own.map(cellOf))
    }
  })
  const rowsOf = async (table: string) => (await sql(`SELECT * FROM ${table}`)).map((row) => JSON.stringify(row)).sort()
  const restore = () => elsewhere.transaction((tx) => revokeCredentials(tx, elsewhere.name, Date.now(), false))
  return { tables, rowsOf, restore }
}

/** From what is seen of its rows alone. */
function fateSeen(before: readonly string[], after: readonly string[]): string {
  if (after.length === 0) return 'emptied'
  if (before.join() === after.join()) return 'kept'
  return endsIn(before) > endsIn(after) ? 'ended' : 'changed'
}

const endsIn = (rows: readonly string[]): number => rows.join().match(/"(?:ended|used|revoked)_at":null/g)?.length ?? 0

describe('a copy that is put in the place of the database', () => {
  it('has a decision for the rows of every table of the schema, and they are treated by it', async () => {
    const { tables, rowsOf, restore } = await filled()
    const before = new Map<string, readonly string[]>()
    for (const table of tables) before.set(table, await rowsOf(table))
    await restore()
    const seen: Record<string, string> = {}
    for (const table of tables) seen[table] = fateSeen(before.get(table) ?? [], await rowsOf(table))
    expect(seen).toEqual(Object.fromEntries(tables.map((table) => [table, fateOf(table)])))
  })
})
