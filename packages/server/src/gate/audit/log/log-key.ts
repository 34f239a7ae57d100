import { createHmac } from 'node:crypto'
import type { Config } from '../../../platform/config/schema.ts'
import type { DataKey } from '../../../platform/kernel/data-key.ts'
import { type NoteSigner, type NoteVerifier, noteSigner } from '../../../platform/kernel/signed-note.ts'
import type { Deps } from '../../deps.ts'

/** What seals the log: kept under SECRET as the keys of applications are, so that a new SECRET changes nothing. */
export interface LogKey {
  signer(origin: string): NoteSigner
  /** The mark of an event whose personal part was erased by us. */
  erasure(eventId: string): string
}

export const logKeyOf = async ({ dataKeys }: Pick<Deps, 'dataKeys'>): Promise<LogKey> => logKeyFrom(await dataKeys.get())

export const logKeyFrom = ({ auditLog, auditErasures }: DataKey): LogKey => ({
  signer: (origin) => noteSigner(origin, auditLog),
  erasure: (eventId) => createHmac('sha256', auditErasures).update(eventId).digest('base64url'),
})

/** With a key of others nothing is known of what was erased here. */
export const usable = (key: LogKey | undefined, { name, id }: NoteVerifier): LogKey | undefined =>
  key?.signer(name).id.equals(id) ? key : undefined

/** The name of a log that begins: of this service, and of nothing else that it may sign. */
export function originFor({ server }: Pick<Config, 'server'>): string {
  const { host, pathname } = new URL(server.publicUrl)
  return `${host}${pathname.replace(/\/$/, '')}/audit`
}
