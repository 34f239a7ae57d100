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

/** How a file begins, and what it says of an event. */
interface Form {
  readonly type: string
  readonly head: string
  readonly line: (event: Event) => string
}

const TABLE: Form = {
  type: 'text/csv; charset=utf-8',
  head: csvHead([...COLUMNS, 'metadata']),
  line: (event) => csvLine([...COLUMNS.map((name) => event[name]), JSON.stringify(event.metadata)]),
}

const LINES: Form = { type: 'application/x-ndjson', head: '', line: (event) => `${JSON.stringify(event)}\n` }

/** `/console/audit.csv` and `/console/audit.ndjson`: the log as it was filtered, all of it. */
export const auditFiles: readonly Hosted[] = [
  auditFile(pagePaths.consoleAuditTable, 'audit.csv', TABLE),
  auditFile(pagePaths.consoleAuditLines, 'audit.ndjson', LINES),
]

function auditFile(path: Hosted['path'], fileName: string, form: Form): Hosted {
  return {
    path,
    for: 'administrators',

    async show(visit) {
      const { query, strangers } = await auditQuery(visit)
      const read = (after?: string): Promise<Events> => visit.run(auditLogs, { query: { ...query, limit: '100', after } })
      // Read before anything is sent: what cannot be answered is still told as such.
      const first = strangers.length > 0 ? NOTHING : await read()
      return { fileName, type: form.type, pieces: linesOf(form, first, read) }
    },
  }
}

const NOTHING: Events = { events: [], total: 0, limit: 0, offset: 0 }

async function* linesOf({ head, line }: Form, first: Events, read: (after: string) => Promise<Events>): AsyncGenerator<string> {
  yield head
  for await (const { events } of everyPageOf(first, read)) yield events.map(line).join('')
}
