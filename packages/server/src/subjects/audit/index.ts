import { headIn } from '../../gate/audit/log/head.ts'
import type { Looks } from '../../gate/pages/layout.tsx'
import type { Opening, Subject } from '../../gate/subject.ts'
import type { Config } from '../../platform/config/schema.ts'
import { checkSealing } from './check-sealing.ts'
import { auditErase } from './commands/audit-erase.ts'
import { auditCheckpoint, auditExport, auditKey, auditProve, auditVerifyExport } from './commands/audit-log.ts'
import { auditTail } from './commands/audit-tail.ts'
import { auditVerify } from './commands/audit-verify.ts'
import { sealedFiles } from './console/sealed-files.ts'
import { auditEvents } from './events.ts'
import { auditLogs, userAuditLogs } from './flows/audit-logs.ts'
import { listActivity } from './flows/list-activity.ts'
import { streamAuditLogs } from './flows/stream-audit-logs.ts'
import { auditMails, auditSamples } from './mails.ts'
import { auditCollectors } from './migrations.ts'
import { activityPage } from './pages/activity-page.tsx'
import { auditScopes } from './scopes.ts'
import { mailCheckpoint } from './sealing/mail-checkpoint.ts'
import { removeOldTiles } from './sealing/remove-old-tiles.ts'
import { Sealer } from './sealing/sealer.ts'
import { auditRules, auditSettings } from './settings.ts'
import { CollectorFeed } from './streaming/collector-feed.ts'
import { LogWatch } from './streaming/log-watch.ts'
import { AUDIT_COLLECTORS } from './tables/collectors.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { EventTable, eventWords } from './console/event-table.tsx'
export { type Event, foldSessions } from './console/fold-sessions.ts'
export { SealedState, sealedStateOf } from './console/sealed-state.tsx'
export { auditLogs, userAuditLogs } from './flows/audit-logs.ts'
export { auditQuery } from './steps/audit-query.ts'
export { findEvents } from './steps/find-events.ts'

const feedsOf = ({ audit: { stream } }: Config): readonly string[] => (stream === undefined ? [] : [stream])

export const audit = {
  title: 'Audit log',
  order: 15,
  endpoints: { listActivity, auditLogs, userAuditLogs, streamAuditLogs },
  pages: (looks: Looks) => [activityPage(looks), ...sealedFiles],
  tables: [AUDIT_COLLECTORS],
  migrations: [auditCollectors],
  settings: auditSettings,
  rules: auditRules,
  scopes: auditScopes,
  mails: auditMails,
  mailSamples: auditSamples,
  words: { de, en, es, fr },
  events: auditEvents,
  commands: [auditTail, auditVerify, auditProve, auditCheckpoint, auditKey, auditErase, auditExport, auditVerifyExport],
  opens: async ({ storeFor }: Opening) => ({
    logWatch: new LogWatch(async () => (await headIn(storeFor()).find())?.size ?? 0),
  }),
  checks: { rows: checkSealing },
  upkeep: ({ audit: { retention, checkpointMail } }) => [
    ...(retention > 0 ? [removeOldTiles(retention)] : []),
    ...(checkpointMail === undefined ? [] : [mailCheckpoint(checkpointMail)]),
  ],
  worker: (contextFor, log, { sealWaitMs }) => [
    new Sealer(contextFor, log, sealWaitMs),
    ...feedsOf(contextFor().deps.config).map((target) => new CollectorFeed(contextFor, log, { target, pollMs: sealWaitMs })),
  ],
} as const satisfies Subject
