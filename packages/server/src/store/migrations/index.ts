import { accountsAndSessions } from './0001-accounts-and-sessions.ts'
import { codesAndOutbox } from './0002-codes-and-outbox.ts'
import { challenges } from './0003-challenges.ts'
import { invitesAndAdmins } from './0004-invites-and-admins.ts'
import { accountList } from './0005-account-list.ts'
import { identities } from './0006-identities.ts'
import { limits } from './0007-limits.ts'
import { provenance } from './0008-provenance.ts'
import { auditFolding } from './0009-audit-folding.ts'
import { devices } from './0010-devices.ts'
import { accountWords } from './0011-account-words.ts'
import { urgentMail } from './0012-urgent-mail.ts'
import { sessionEpochs } from './0013-session-epochs.ts'
import { sessionIndexes } from './0014-session-indexes.ts'
import { deviceVersions } from './0015-device-versions.ts'
import { dayCounters } from './0016-day-counters.ts'
import { accountLanguage } from './0017-account-language.ts'
import { sessionLeases } from './0018-session-leases.ts'
import { codeReturns } from './0019-code-returns.ts'
import { appSessions } from './0020-app-sessions.ts'
import { apiKeys } from './0021-api-keys.ts'
import { accountFilters } from './0022-account-filters.ts'
import { banReasons } from './0023-ban-reasons.ts'
import { factors } from './0024-factors.ts'
import { organisations } from './0025-organisations.ts'
import { lifecycle } from './0026-lifecycle.ts'
import { mailboxProof } from './0027-mailbox-proof.ts'
import { roomOfStrangers } from './0029-room-of-strangers.ts'
import { boundedLists } from './0030-bounded-lists.ts'
import { writeProbes } from './0031-write-probes.ts'
import { passkeyRpIds } from './0032-passkey-rp-ids.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  accountsAndSessions,
  codesAndOutbox,
  challenges,
  invitesAndAdmins,
  accountList,
  identities,
  limits,
  provenance,
  auditFolding,
  devices,
  accountWords,
  urgentMail,
  sessionEpochs,
  sessionIndexes,
  deviceVersions,
  dayCounters,
  accountLanguage,
  sessionLeases,
  codeReturns,
  appSessions,
  apiKeys,
  accountFilters,
  banReasons,
  factors,
  organisations,
  lifecycle,
  mailboxProof,
  roomOfStrangers,
  boundedLists,
  writeProbes,
  passkeyRpIds,
]

export const newestMigration = migrations.at(-1)?.id ?? ''
