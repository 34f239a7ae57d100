import type { Config } from '../../platform/config/schema.ts'
import type { AnyTable, Retention } from '../../platform/store/table.ts'

type Kept = Extract<AnyTable['facts']['purged'], { readonly keptMs: unknown }>

export const retentionOf = ({ audit, registration }: Config): Retention => ({
  audit: audit.retention,
  invites: registration.inviteRetention,
})

/** Rows from before this time go. */
export const keptUntil = ({ keptMs }: Kept, retention: Retention, now: number): number =>
  typeof keptMs === 'number' ? now - keptMs : keptSince(now, retention[keptMs])

/** A retention of 0 keeps everything for ever. */
export const keptSince = (now: number, retentionMs: number): number => (retentionMs > 0 ? now - retentionMs : 0)
