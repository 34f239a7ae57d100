import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { auditTail } from './commands/audit-tail.ts'
import { auditLogs, userAuditLogs } from './flows/audit-logs.ts'
import { listActivity } from './flows/list-activity.ts'
import { activityPage } from './pages/activity-page.tsx'
import { auditScopes } from './scopes.ts'
import { auditSettings } from './settings.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const audit = {
  title: 'Audit log',
  endpoints: { listActivity, auditLogs, userAuditLogs },
  pages: (looks: Looks) => [activityPage(looks)],
  settings: auditSettings,
  scopes: auditScopes,
  words: { de, en, es, fr },
  commands: [auditTail],
} as const satisfies Subject
