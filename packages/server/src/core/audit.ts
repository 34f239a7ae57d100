import { newId } from '../kernel/ids.ts'
import type { Tables } from '../store/store.ts'
import type { AuditEvent, AuditType } from '../store/tables/audit.ts'
import type { Context } from './deps.ts'

/** Also what the command line has, which is no request. */
type Recorder = {
  readonly deps: Pick<Context['deps'], 'clock'> & Partial<Pick<Context['deps'], 'observer'>>
  readonly client: Context['client']
}

type Subject = Partial<Pick<AuditEvent, 'isSuccess' | 'actorId' | 'targetUserId' | 'sessionId' | 'metadata'>>

/** Writes one event where its effect is written: pass the `tx` of that transaction. */
export async function record(tables: Tables, { deps, client }: Recorder, type: AuditType, subject: Subject): Promise<void> {
  const now = deps.clock.now()
  await tables.audit.add({
    id: newId(now),
    type,
    isSuccess: subject.isSuccess ?? true,
    actorId: subject.actorId,
    targetUserId: subject.targetUserId,
    sessionId: subject.sessionId,
    ip: client.ip,
    userAgent: client.userAgent,
    requestId: client.requestId,
    metadata: subject.metadata ?? {},
    createdAt: now,
  })
  deps.observer?.audited(type)
}
