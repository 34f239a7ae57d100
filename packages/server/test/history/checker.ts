import { checkAdmins } from './check-admins.ts'
import { checkCodes } from './check-codes.ts'
import { checkFactors } from './check-factors.ts'
import { checkMails } from './check-mails.ts'
import { checkPasswords } from './check-passwords.ts'
import { checkSessions } from './check-sessions.ts'
import type { History } from './history.ts'
import type { Violation } from './violation.ts'

/** Everything that a history disproves, from what clients saw alone. */
export const check = (history: History): readonly Violation[] => [
  ...history.events.filter(({ status }) => status >= 500).map((event) => ({ rule: 'the service failed', events: [event] })),
  ...checkSessions(history),
  ...checkCodes(history),
  ...checkPasswords(history),
  ...checkAdmins(history),
  ...checkMails(history),
  ...checkFactors(history),
]
