import { OUTBOX } from '../../platform/mail/tables/outbox.ts'
import { type Effects, NoTransaction } from '../../platform/store/effects.ts'
import type { Sql } from '../../platform/store/engine.ts'
import { LOCKS, MIGRATION_LOCK, MIGRATIONS } from '../../platform/store/locks.ts'
import type { AnyTable, Connection } from '../../platform/store/table.ts'
import { WRITE_PROBES } from '../../platform/store/write-probes.ts'
import { APP_SESSIONS } from '../../subjects/apps/tables/app-sessions.ts'
import { APP_TICKETS } from '../../subjects/apps/tables/app-tickets.ts'
import { DEVICE_REPORTS } from '../../subjects/devices/tables/device-reports.ts'
import { EMAIL_CHANGES } from '../../subjects/email-change/tables/email-changes.ts'
import { EMAIL_REVERTS } from '../../subjects/email-change/tables/email-reverts.ts'
import { PENDING_TOTP_SEEDS } from '../../subjects/factors/tables/pending-totp-seeds.ts'
import { RECOVERY_CODES } from '../../subjects/factors/tables/recovery-codes.ts'
import { TOTP_SEEDS } from '../../subjects/factors/tables/totp-seeds.ts'
import { INVITES } from '../../subjects/invites/tables/invites.ts'
import { API_KEYS } from '../../subjects/keys/tables/api-keys.ts'
import { ORG_INVITES } from '../../subjects/organisations/tables/org-invites.ts'
import { ORG_MEMBERS } from '../../subjects/organisations/tables/org-members.ts'
import { ORG_SLUGS } from '../../subjects/organisations/tables/org-slugs.ts'
import { ORG_WORDS } from '../../subjects/organisations/tables/org-words.ts'
import { ORGANISATIONS } from '../../subjects/organisations/tables/organisations.ts'
import { PASSKEYS } from '../../subjects/passkeys/tables/passkeys.ts'
import { IDENTITIES } from '../../subjects/providers/tables/identities.ts'
import { SPENT_STATES } from '../../subjects/providers/tables/spent-states.ts'
import { ACCOUNTS } from '../accounts/tables/account-columns.ts'
import { ACCOUNT_WORDS } from '../accounts/tables/account-words.ts'
import { ACTIVITY } from '../audit/tables/activity.ts'
import { AUDIT_EVENTS } from '../audit/tables/audit.ts'
import { DAY_COUNTERS } from '../audit/tables/day-counters.ts'
import { CODES } from '../codes/tables/codes.ts'
import { DATA_KEYS } from '../data-keys/tables/data-keys.ts'
import { CHALLENGE_BINDINGS } from '../factors/tables/challenge-bindings.ts'
import { CHALLENGES } from '../factors/tables/challenges.ts'
import { LIMITS } from '../limits/tables/limits.ts'
import { DEVICES } from '../sessions/tables/devices.ts'
import { REFRESH_TOKENS } from '../sessions/tables/refresh-tokens.ts'
import { SESSION_LEASES, SESSION_MESSAGES } from '../sessions/tables/session-leases.ts'
import { SESSIONS } from '../sessions/tables/sessions.ts'

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
