import { accountsTables } from './0001-accounts.ts'
import { appsTables } from './0001-apps.ts'
import { auditTables } from './0001-audit.ts'
import { devicesTables } from './0001-devices.ts'
import { emailChangeTables } from './0001-email-change.ts'
import { factorsTables } from './0001-factors.ts'
import { gateTables } from './0001-gate.ts'
import { invitesTables } from './0001-invites.ts'
import { keysTables } from './0001-keys.ts'
import { mailTables } from './0001-mail.ts'
import { organisationsTables } from './0001-organisations.ts'
import { passkeysTables } from './0001-passkeys.ts'
import { providersTables } from './0001-providers.ts'
import { sessionsTables } from './0001-sessions.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are applied: a table comes after those that it refers to. */
export const migrations: readonly Migration[] = [
  accountsTables,
  sessionsTables,
  gateTables,
  auditTables,
  mailTables,
  factorsTables,
  passkeysTables,
  providersTables,
  emailChangeTables,
  devicesTables,
  invitesTables,
  keysTables,
  appsTables,
  organisationsTables,
]

export const newestMigration = migrations.at(-1)?.id ?? ''
