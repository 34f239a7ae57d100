import { adminCreate } from './admin-create.ts'
import { auditTail } from './audit-tail.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { configCheck, configPrint } from './config.ts'
import { doctor } from './doctor.ts'
import { forwardAuthConfig } from './forward-auth-config.ts'
import { invitesCreate } from './invites-create.ts'
import { invitesList } from './invites-list.ts'
import { invitesResend } from './invites-resend.ts'
import { invitesRevoke } from './invites-revoke.ts'
import { keysCreate } from './keys-create.ts'
import { keysList } from './keys-list.ts'
import { keysRevoke } from './keys-revoke.ts'
import { mailPreview } from './mail-preview.ts'
import { mailTest } from './mail-test.ts'
import { migrateDatabase } from './migrate.ts'
import { orgsList } from './orgs-list.ts'
import { orgsSetOwner } from './orgs-set-owner.ts'
import { pagesPreview } from './pages-preview.ts'
import { restore } from './restore.ts'
import { restored } from './restored.ts'
import { sessionsFlush } from './sessions-flush.ts'
import { start } from './start.ts'
import { usersCreate } from './users-create.ts'
import { usersList } from './users-list.ts'
import { usersResetFactors } from './users-reset-factors.ts'

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
