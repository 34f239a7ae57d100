import type { EventType } from '../audit/events.ts'
import { weakness } from './en/weakness.ts'

export const en = {
  console: {
    events: {
      'user.registered': 'Signed up',
      'login.success': 'Signed in',
      'login.failed': 'Sign-in refused',
      logout: 'Signed out',
      'email.verification.sent': 'Verification mail sent',
      'email.verified': 'Address confirmed',
      '2fa.code.sent': 'Two-factor code sent',
      '2fa.code.verified': 'Signed in with a two-factor code',
      '2fa.code.failed': 'Wrong two-factor code',
      'account.claimed': 'Mailbox first proved elsewhere: what was set before is removed',
      'step_up.success': 'Identity confirmed again',
      'step_up.failed': 'Identity not confirmed',
      'admin.login.success': 'Signed in to the console',
      'admin.login.failed': 'Sign-in to the console refused',
      'session.created': 'Session begun',
      'session.refreshed': 'Session renewed',
      'session.renamed': 'Session named',
      'session.revoked': 'Session ended',
      'session.reuse_detected': 'Session ended: an old token was used again',
    },
  },
  weakness,
}

type Words = Omit<typeof en, 'console'>
declare module '../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
  interface ConsoleWords {
    readonly events: Readonly<Record<EventType, string>>
  }
}
