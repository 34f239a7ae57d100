import { mailTables } from '../platform/mail/migrations.ts'
import { OUTBOX } from '../platform/mail/tables/outbox.ts'
import { SESSION_LEASES, SESSION_MESSAGES } from '../platform/store/lease/session-leases.ts'
import { LOCKS, MIGRATION_LOCK, MIGRATIONS } from '../platform/store/locks.ts'
import { WRITE_PROBES } from '../platform/store/write-probes.ts'
import { mailForAdmins } from './access/mail-for-admins.ts'
import { REFUSED_RETURNS } from './access/tables/refused-returns.ts'
import { accountActivity, accountData, accountsTables, adminScopes, unprovedAccounts } from './accounts/migrations.ts'
import { ACCOUNTS } from './accounts/tables/account-columns.ts'
import { ACCOUNT_WORDS, accountWordsIn } from './accounts/tables/account-words.ts'
import { AUDIT_CHECKPOINTS } from './audit/log/checkpoints.ts'
import { AUDIT_HEAD, headIn } from './audit/log/head.ts'
import { AUDIT_TILES } from './audit/log/tiles.ts'
import { activityReasons, auditTables, sealedLog, sealedLogIndexes } from './audit/migrations.ts'
import { ACTIVITY } from './audit/tables/activity.ts'
import { AUDIT_EVENTS } from './audit/tables/audit.ts'
import { DAY_COUNTERS } from './audit/tables/day-counters.ts'
import { CODES } from './codes/tables/codes.ts'
import { SPENT_STATES } from './codes/tables/spent-states.ts'
import { ACCOUNT_DATA } from './data/tables/account-data.ts'
import { gateUnderDataKey } from './data-key/of-the-gate.ts'
import { gateErrors } from './errors.ts'
import { gateEvents } from './events.ts'
import { lostApps } from './factors/migrations.ts'
import { CHALLENGE_BINDINGS } from './factors/tables/challenge-bindings.ts'
import { CHALLENGES } from './factors/tables/challenges.ts'
import { LOST_APPS } from './factors/tables/lost-apps.ts'
import { LIMITS } from './limits/tables/limits.ts'
import { gateMails, gateSamples } from './mails/rows.ts'
import { challengesOfSessions, gateTables, refusedReturnsTable } from './migrations.ts'
import { foreignPasswords } from './passwords/migrations.ts'
import { HASH_KEYS, hashKeysIn } from './passwords/tables/hash-keys.ts'
import { PASSWORD_KINDS } from './passwords/tables/password-kinds.ts'
import { cookiesOfRefreshTokens, sessionsTables } from './sessions/migrations.ts'
import { DEVICES } from './sessions/tables/devices.ts'
import { REFRESH_TOKENS } from './sessions/tables/refresh-tokens.ts'
import { SESSIONS } from './sessions/tables/sessions.ts'
import { gateSettings } from './settings.ts'
import type { Subject } from './subject.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const ownFacts: Subject = {
  title: 'Gate',
  order: 0,
  tables: [
    REFRESH_TOKENS,
    SESSIONS,
    CODES,
    SPENT_STATES,
    CHALLENGES,
    CHALLENGE_BINDINGS,
    LOST_APPS,
    LIMITS,
    OUTBOX,
    DEVICES,
    SESSION_LEASES,
    SESSION_MESSAGES,
    WRITE_PROBES,
    REFUSED_RETURNS,
    LOCKS,
    MIGRATIONS,
    MIGRATION_LOCK,
    ACCOUNT_WORDS,
    ACCOUNT_DATA,
    ACCOUNTS,
    AUDIT_HEAD,
    AUDIT_TILES,
    AUDIT_CHECKPOINTS,
    AUDIT_EVENTS,
    ACTIVITY,
    DAY_COUNTERS,
    HASH_KEYS,
    PASSWORD_KINDS,
  ],
  migrations: [
    accountsTables,
    sessionsTables,
    gateTables,
    auditTables,
    mailTables,
    challengesOfSessions,
    accountActivity,
    activityReasons,
    refusedReturnsTable,
    adminScopes,
    unprovedAccounts,
    accountData,
    foreignPasswords,
    sealedLog,
    sealedLogIndexes,
    cookiesOfRefreshTokens,
    lostApps,
  ],
  errors: gateErrors,
  settings: gateSettings,
  rules: [mailForAdmins],
  events: gateEvents,
  mails: gateMails,
  mailSamples: gateSamples,
  words: { de, en, es, fr },
  hooks: {
    holdsSealed: async (tables) => (await hashKeysIn(tables).hasAny()) || (await headIn(tables).isBegun()),
    underDataKey: gateUnderDataKey,
  },
  catchUp: (tx, limit) => accountWordsIn(tx).catchUp(limit),
}
