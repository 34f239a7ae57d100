import type { Head } from '../../../gate/audit/log/head.ts'
import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'

export const EXPORT_FORMAT = 'latchkey-audit/1'

/** The first line of an export. */
export interface ExportHead {
  readonly format: typeof EXPORT_FORMAT
  /** The public key under which it was made. */
  readonly key: string
  /** For programs of others: the head itself is signed apart from checkpoints. */
  readonly checkpoint: string
  readonly head: Head
  /** The roots of what is not kept any more. */
  readonly below: readonly string[]
}

/** Undefined for a line that is none. */
export function readExportHead(line: string | undefined): ExportHead | undefined {
  const read = parsed(line) as Partial<ExportHead> | undefined
  const isHead = read?.format === EXPORT_FORMAT && typeof read.key === 'string' && typeof read.head?.note === 'string'
  return isHead && Array.isArray(read.below) ? (read as ExportHead) : undefined
}

/** The fields of an event in an export. A verification would pass over any other. */
const FIELDS: ReadonlySet<string> = new Set<keyof SealedEvent>([
  'id',
  'type',
  'success',
  'actorId',
  'targetUserId',
  'sessionId',
  'orgId',
  'ip',
  'userAgent',
  'requestId',
  'metadata',
  'createdAt',
  'count',
  'sequence',
  'salt',
  'personalHash',
  'erasure',
])

/** What is in the line is looked at when it is hashed. */
export function readExportedEvent(line: string): SealedEvent | undefined {
  const read = parsed(line) as Partial<SealedEvent> | undefined
  const isEvent =
    typeof read?.sequence === 'number' && typeof read.id === 'string' && Object.keys(read).every((name) => FIELDS.has(name))
  return isEvent && JSON.stringify(read) === line ? (read as SealedEvent) : undefined
}

function parsed(line: string | undefined): unknown {
  try {
    const read: unknown = JSON.parse(line ?? '')
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}
