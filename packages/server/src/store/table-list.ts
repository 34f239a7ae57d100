import { type Effects, NoTransaction } from './effects.ts'
import type { Sql } from './engine.ts'
import type { AnyTable, Connection } from './table.ts'
import { ACCOUNTS } from './tables/account-columns.ts'
import { ACCOUNT_WORDS } from './tables/account-words.ts'
import { ACTIVITY } from './tables/activity.ts'
import { API_KEYS } from './tables/api-keys.ts'
import { APP_SESSIONS } from './tables/app-sessions.ts'
import { APP_TICKETS } from './tables/app-tickets.ts'
import { AUDIT_EVENTS } from './tables/audit.ts'
import { CHALLENGE_BINDINGS } from './tables/challenge-bindings.ts'
import { CHALLENGES } from './tables/challenges.ts'
import { CODES } from './tables/codes.ts'
import { DATA_KEYS } from './tables/data-keys.ts'
import { DAY_COUNTERS } from './tables/day-counters.ts'
import { DEVICE_REPORTS } from './tables/device-reports.ts'
import { DEVICES } from './tables/devices.ts'
import { EMAIL_CHANGES } from './tables/email-changes.ts'
import { EMAIL_REVERTS } from './tables/email-reverts.ts'
import { IDENTITIES } from './tables/identities.ts'
import { INVITES } from './tables/invites.ts'
import { LIMITS } from './tables/limits.ts'
import { LOCKS, MIGRATION_LOCK, MIGRATIONS } from './tables/locks.ts'
import { ORG_INVITES } from './tables/org-invites.ts'
import { ORG_MEMBERS } from './tables/org-members.ts'
import { ORG_SLUGS } from './tables/org-slugs.ts'
import { ORG_WORDS } from './tables/org-words.ts'
import { ORGANISATIONS } from './tables/organisations.ts'
import { OUTBOX } from './tables/outbox.ts'
import { PASSKEYS } from './tables/passkeys.ts'
import { PENDING_TOTP_SEEDS } from './tables/pending-totp-seeds.ts'
import { RECOVERY_CODES } from './tables/recovery-codes.ts'
import { REFRESH_TOKENS } from './tables/refresh-tokens.ts'
import { SESSION_LEASES, SESSION_MESSAGES } from './tables/session-leases.ts'
import { SESSIONS } from './tables/sessions.ts'
import { SPENT_STATES } from './tables/spent-states.ts'
import { TOTP_SEEDS } from './tables/totp-seeds.ts'
import { WRITE_PROBES } from './tables/write-probes.ts'

/**
 * Every table, in the order in which the purge goes through them: those come last that may have a million rows to remove, such as what is
 * left of a deleted account or years of the log, and no other has to wait for them.
 */
export const TABLES: readonly AnyTable[] = [
  REFRESH_TOKENS,
  SESSIONS,
  CODES,
  CHALLENGES,
  CHALLENGE_BINDINGS,
  SPENT_STATES,
  LIMITS,
  OUTBOX,
  APP_TICKETS,
  APP_SESSIONS,
  PENDING_TOTP_SEEDS,
  TOTP_SEEDS,
  RECOVERY_CODES,
  PASSKEYS,
  DEVICES,
  DEVICE_REPORTS,
  IDENTITIES,
  EMAIL_CHANGES,
  EMAIL_REVERTS,
  INVITES,
  API_KEYS,
  ORGANISATIONS,
  ORG_MEMBERS,
  ORG_INVITES,
  ORG_SLUGS,
  ORG_WORDS,
  DATA_KEYS,
  SESSION_LEASES,
  SESSION_MESSAGES,
  WRITE_PROBES,
  LOCKS,
  MIGRATIONS,
  MIGRATION_LOCK,
  ACCOUNT_WORDS,
  ACCOUNTS,
  AUDIT_EVENTS,
  ACTIVITY,
  DAY_COUNTERS,
]

/** For those that have no store: tests, and what looks after the database itself. */
export const connectionTo = (sql: Sql, effects: Effects = new NoTransaction()): Connection => ({ sql, effects, tables: TABLES })
