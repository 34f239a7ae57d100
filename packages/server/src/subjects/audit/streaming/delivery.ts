import type { Config } from '../../../platform/config/schema.ts'
import { appendLines } from './append-lines.ts'
import { postLogs } from './post-logs.ts'
import type { Deliver } from './streamed-event.ts'
import { writeOut } from './write-out.ts'

/** To what `AUDIT_STREAM` names. */
export function deliveryTo(target: string, { server }: Pick<Config, 'server'>): Deliver {
  const [kind, place] = target.split(/:(.*)/s) as [string, string?]
  if (place === undefined) return writeOut
  return kind === 'file' ? appendLines(place) : postLogs(new URL(place), server.publicUrl)
}
