import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { sessionsFlush } from './commands/sessions-flush.ts'
import { csrfToken } from './flows/csrf-token.ts'
import { endChosenSessions } from './flows/end-chosen-sessions.ts'
import { endOtherSessions, endSession } from './flows/end-session.ts'
import { listSessions } from './flows/list-sessions.ts'
import { logout } from './flows/logout.ts'
import { refresh } from './flows/refresh.ts'
import { renameSession } from './flows/rename-session.ts'
import { sessionsPage } from './pages/sessions-page.tsx'

export { logout } from './flows/logout.ts'

export const sessions = {
  title: 'Sessions',
  order: 2,
  endpoints: { logout, refresh, csrfToken, listSessions, endSession, endChosenSessions, endOtherSessions, renameSession },
  pages: (looks: Looks) => [sessionsPage(looks)],
  commands: [sessionsFlush],
} as const satisfies Subject
