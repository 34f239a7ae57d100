import type { Scope } from '../../platform/kernel/scopes.ts'
import type { EventType } from '../audit/events.ts'
import type { EndReason } from '../sessions/end-reasons.ts'
import { data } from './en/data.ts'
import { weakness } from './en/weakness.ts'

export const en = {
  console: {
    zone: 'Days and times are in UTC.',
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
      'data.changed': 'Data changed',
      'account.claimed': 'Address confirmed by its owner: what others had set up was removed',
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
  /** Beside “session ended”. */
  ended: {
    ended_by_owner: 'You ended it from your account.',
    ended_by_administrator: 'An administrator ended it.',
    password_changed: 'The password was changed.',
    password_reset: 'The password was reset.',
    factors_changed: 'A second factor was added, changed or removed.',
    factors_reset: 'The second factors were reset.',
    email_changed: 'The email address was changed.',
    email_reverted: 'A change of the email address was taken back.',
    device_reported: 'A sign-in was reported as not yours.',
    mailbox_proved: 'The mailbox was confirmed for the first time, in another browser.',
    banned: 'The account was locked.',
    session_cap: 'Too many sessions were open, and this one had been idle the longest.',
    replaced: 'You signed in again in the same browser.',
    application_signed_out: 'The application signed out.',
    application_token_reused: 'A token of the application was used twice.',
    idle: 'It was not used for a long time.',
    max_lifetime: 'It had reached its maximum age.',
    application_removed: 'The application that it was made for was removed.',
  } satisfies Readonly<Record<EndReason, string>>,
  botCheck: {
    working: 'A moment: your browser is doing a short calculation …',
    done: 'Done.',
    again: 'Many requests are coming from your network right now. Your browser does a short calculation first: please try again.',
  },
  data,
  weakness,
}

type Words = Omit<typeof en, 'console'>
declare module '../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
  interface ConsoleWords {
    readonly zone: string
    readonly events: Readonly<Record<EventType, string>>
    /** What each scope lets a key, or an administrator who is limited, do. */
    readonly may: Readonly<Record<Scope, string>>
  }
}
