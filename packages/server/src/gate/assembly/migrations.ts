import { mailTables } from '../../platform/mail/migrations.ts'
import type { Migration } from '../../platform/store/migration.ts'
import { appsTables } from '../../subjects/apps/migrations.ts'
import { devicesTables } from '../../subjects/devices/migrations.ts'
import { emailChangeTables } from '../../subjects/email-change/migrations.ts'
import { factorsTables } from '../../subjects/factors/migrations.ts'
import { invitesTables } from '../../subjects/invites/migrations.ts'
import { keysTables } from '../../subjects/keys/migrations.ts'
import { organisationsTables } from '../../subjects/organisations/migrations.ts'
import { passkeysTables } from '../../subjects/passkeys/migrations.ts'
import { providersTables } from '../../subjects/providers/migrations.ts'
import { accountsTables } from '../accounts/migrations.ts'
import { auditTables } from '../audit/migrations.ts'
import { gateTables } from '../migrations.ts'
import { sessionsTables } from '../sessions/migrations.ts'

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
