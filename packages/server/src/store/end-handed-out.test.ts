import { expect, it } from 'vitest'
import { DECIDED } from '../../test/support/decided-columns.ts'
import { endHandedOut } from './end-handed-out.ts'

/** What a restore brings back as it was, since it is data and nothing that works once; or what ends with its session. */
const KEPT = `account_spans account_words accounts activity audit_events data_keys day_counters identities limits locks migration_lock migrations
  org_members org_slugs org_words organisations passkeys totp_seeds write_probes challenge_bindings refresh_tokens session_leases session_messages`

it('decides on every table what a restore makes of it', async () => {
  const ended = new Set<string>()
  const query = async (sql: string) => {
    if (sql.startsWith('SELECT')) return [...DECIDED.keys()].map((name) => ({ name }))
    ended.add(/^(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/.exec(sql)?.[1] ?? sql)
    return []
  }
  await endHandedOut({ query }, 'sqlite', 1, false)
  const tables = new Set([...DECIDED.keys()].map((name) => name.split('.')[0] ?? ''))
  expect([...ended, ...KEPT.split(/\s+/)].sort()).toEqual([...tables].sort())
})
