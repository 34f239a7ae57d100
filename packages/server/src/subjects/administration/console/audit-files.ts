import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { csvHead, csvLine } from '../../../gate/pages/console/csv.ts'
import { everyPageOf } from '../../../gate/pages/console/every-page-of.ts'
import type { Hosted } from '../../../gate/pages/view.ts'
import { auditLogs } from '../../audit/index.ts'
import { auditQuery } from './audit-query.ts'

const COLUMNS = [
  'createdAt',
  'type',
  'success',
  'actorId',
  'actorEmail',
  'targetUserId',
  'targetEmail',
  'inviteEmail',
  'sessionId',
  'ip',
  'userAgent',
  'requestId',
] as const

type Events = Static<typeof auditLogs.reply>
type Event = Events['events'][number]

type Format = { readonly type: string; readonly head: string; readonly line: (event: Event) => string }

const CSV: Format = {
  type: 'text/csv; charset=utf-8',
  head: csvHead([...COLUMNS, 'metadata']),
  line: (event) => csvLine([...COLUMNS.map((name) => event[name]), JSON.stringify(event.metadata)]),
}

const NDJSON: Format = { type: 'application/x-ndjson', head: '', line: (event) => `${JSON.stringify(event)}\n` }
const NOTHING: Events = { events: [], total: 0, limit: 0, offset: 0 }

const auditFile = (path: Hosted['path'], fileName: string, format: Format): Hosted => ({
  path,
  for: 'administrators',
  scope: 'audit:read',

  async show(visit) {
    const { query, strangers } = await auditQuery(visit)
    const read = (after?: string): Promise<Events> => visit.run(auditLogs, { query: { ...query, limit: '100', after } })
    // The first page is read before anything is sent, so that a failure still gets an error page.
    const first = strangers.length > 0 ? NOTHING : await read()
    return { fileName, type: format.type, pieces: linesOf(format, first, read) }
  },
})

export const auditFiles: readonly Hosted[] = [
  auditFile(pagePaths.consoleAuditTable, 'audit.csv', CSV),
  auditFile(pagePaths.consoleAuditLines, 'audit.ndjson', NDJSON),
]

async function* linesOf({ head, line }: Format, first: Events, read: (after: string) => Promise<Events>): AsyncGenerator<string> {
  yield head
  for await (const { events } of everyPageOf(first, read)) yield events.map(line).join('')
}
