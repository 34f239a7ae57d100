import type { Command } from '../platform/commands/command.ts'
import { adminCreate } from '../subjects/administration/commands/admin-create.ts'
import { usersCreate } from '../subjects/administration/commands/users-create.ts'
import { usersList } from '../subjects/administration/commands/users-list.ts'
import { forwardAuthConfig } from '../subjects/apps/commands/forward-auth-config.ts'
import { auditTail } from '../subjects/audit/commands/audit-tail.ts'
import { usersResetFactors } from '../subjects/factors/commands/users-reset-factors.ts'
import { invitesCreate } from '../subjects/invites/commands/invites-create.ts'
import { invitesList } from '../subjects/invites/commands/invites-list.ts'
import { invitesResend } from '../subjects/invites/commands/invites-resend.ts'
import { invitesRevoke } from '../subjects/invites/commands/invites-revoke.ts'
import { keysCreate } from '../subjects/keys/commands/keys-create.ts'
import { keysList } from '../subjects/keys/commands/keys-list.ts'
import { keysRevoke } from '../subjects/keys/commands/keys-revoke.ts'
import { orgsList } from '../subjects/organisations/commands/orgs-list.ts'
import { orgsSetOwner } from '../subjects/organisations/commands/orgs-set-owner.ts'
import { sessionsFlush } from '../subjects/sessions/commands/sessions-flush.ts'
import { backup } from './backup.ts'
import { configCheck, configPrint } from './config.ts'
import { doctor } from './doctor.ts'
import { mailPreview } from './mail-preview.ts'
import { mailTest } from './mail-test.ts'
import { migrateDatabase } from './migrate.ts'
import { pagesPreview } from './pages-preview.ts'
import { restore } from './restore.ts'
import { restored } from './restored.ts'
import { start } from './start.ts'

export const commands: readonly Command[] = [
  start,
  migrateDatabase,
  doctor,
  backup,
  restore,
  restored,
  configCheck,
  configPrint,
  usersCreate,
  usersList,
  usersResetFactors,
  adminCreate,
  invitesCreate,
  invitesList,
  invitesResend,
  invitesRevoke,
  orgsList,
  orgsSetOwner,
  keysCreate,
  keysList,
  keysRevoke,
  sessionsFlush,
  forwardAuthConfig,
  auditTail,
  mailTest,
  mailPreview,
  pagesPreview,
]
