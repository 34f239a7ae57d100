import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { checkAdmins } from './check-admins.ts'
import { adminScopes } from './commands/admin-scopes.ts'
import { usersBan, usersDemote, usersPromote, usersShow, usersUnban } from './commands/users-change.ts'
import { adminCreate, usersCreate } from './commands/users-create.ts'
import { usersList } from './commands/users-list.ts'
import { auditPage } from './console/audit.tsx'
import { auditFiles } from './console/audit-files.ts'
import { dashboardPage } from './console/dashboard.tsx'
import { newUserPage } from './console/new-user.tsx'
import { consoleSignInPage } from './console/sign-in.tsx'
import { userPage } from './console/user.tsx'
import { usersPage } from './console/users.tsx'
import { usersFiles } from './console/users-file.ts'
import { administrationErrors } from './errors.ts'
import { administrationEvents } from './events.ts'
import { banUser, unbanUser } from './flows/ban-user.ts'
import { changeUserEmail } from './flows/change-user-email.ts'
import { createUser } from './flows/create-user.ts'
import { deleteUser } from './flows/delete-user.ts'
import { endUserSession, endUserSessions } from './flows/end-user-sessions.ts'
import { getUser } from './flows/get-user.ts'
import { listUserSessions } from './flows/list-user-sessions.ts'
import { listUsers } from './flows/list-users.ts'
import { renameUser } from './flows/rename-user.ts'
import { resetUserFactors, sendUserReset } from './flows/send-user-reset.ts'
import { setRole } from './flows/set-role.ts'
import { setScopes } from './flows/set-scopes.ts'
import { statistics } from './flows/statistics.ts'
import { verifyUser } from './flows/verify-user.ts'
import { administrationMails, administrationSamples } from './mails.ts'
import { administrationScopes } from './scopes.ts'
import { administrationSettings } from './settings.ts'
import { administrationRules } from './settings-rules.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { accountIdOf } from './console/audit-query.ts'

export const administration = {
  title: 'Administration',
  order: 11,
  endpoints: {
    listUsers,
    createUser,
    getUser,
    renameUser,
    changeUserEmail,
    verifyUser,
    sendUserReset,
    resetUserFactors,
    setRole,
    setScopes,
    banUser,
    unbanUser,
    deleteUser,
    listUserSessions,
    endUserSessions,
    endUserSession,
    statistics,
  },
  pages: (looks: Looks) => [
    consoleSignInPage(looks),
    dashboardPage(looks),
    usersPage(looks),
    ...usersFiles,
    newUserPage(looks),
    userPage(looks),
    auditPage(looks),
    ...auditFiles,
  ],
  errors: administrationErrors,
  settings: administrationSettings,
  rules: administrationRules,
  events: administrationEvents,
  scopes: administrationScopes,
  mails: administrationMails,
  mailSamples: administrationSamples,
  words: { de, en, es, fr },
  commands: [adminCreate, adminScopes, usersCreate, usersList, usersShow, usersPromote, usersDemote, usersBan, usersUnban],
  checks: { rows: checkAdmins },
} as const satisfies Subject
