import type { Config } from '../../../platform/config/schema.ts'
import { appendLines } from './append-lines.ts'
import { readHeaders } from './otlp-headers.ts'
import { postLogs } from './post-logs.ts'
import type { Deliver } from './streamed-event.ts'
import { writeOut } from './write-out.ts'

/** To what `AUDIT_STREAM` names. */
export function deliveryTo(target: string, { server, audit }: Pick<Config, 'server' | 'audit'>): Deliver {
  const [kind, place] = target.split(/:(.*)/s) as [string, string?]
  if (place === undefined) return writeOut
  if (kind === 'file') return appendLines(place)
  const headers = readHeaders(audit.streamHeaders?.reveal() ?? '')
  return postLogs(new URL(place), server.publicUrl, headers)
}
