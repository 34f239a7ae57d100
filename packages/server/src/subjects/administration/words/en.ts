import { consoleWords } from './en/console.ts'
import { dashboard } from './en/dashboard.ts'
import { user } from './en/user.ts'

export const en = {
  console: {
    ...consoleWords,
    user,
    dashboard,
    may: {
      'users:read': 'See accounts and their sessions',
      'users:write': 'Change accounts',
      'sessions:write': 'End sessions',
    },
    events: {
      'admin.user.created': 'Account created by an administrator',
      'admin.user.renamed': 'Name changed by an administrator',
      'admin.user.email_changed': 'Email address changed by an administrator',
      'admin.user.verified': 'Address confirmed by an administrator',
      'admin.user.reset_sent': 'Password reset sent by an administrator',
      'admin.user.role_changed': 'Role changed',
      'admin.user.scopes_changed': 'Administrator’s rights changed',
      'admin.user.factors_reset': 'Second factors reset by an administrator',
      'admin.user.banned': 'Account banned',
      'admin.user.unbanned': 'Ban lifted',
      'admin.user.deleted': 'Account deleted by an administrator',
      'admin.user.sessions_revoked': 'All sessions ended by an administrator',
    },
  },
}

type Words = Omit<(typeof en)['console'], 'events' | 'may'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Words {}
}
