import { openStore } from '../../src/gate/assembly/open-store.ts'
import type { EventType } from '../../src/gate/audit/events.ts'
import type { AuditEvent } from '../../src/gate/audit/tables/audit.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { WRONG_FIGURES } from './invariants.ts'
import { openedEngines } from './opened-engines.ts'
import { someAccount } from './some-account.ts'

/** Something that is counted, or not, on its day. */
export const event = (createdAt: number, type: EventType, isSuccess = true): AuditEvent => ({
  id: newId(createdAt),
  type,
  isSuccess,
  actorId: undefined,
  targetUserId: undefined,
  sessionId: undefined,
  orgId: undefined,
  ip: '192.0.2.1',
  userAgent: '',
  requestId: '',
  metadata: {},
  createdAt,
})

export const account = (createdAt: number) =>
  someAccount({ id: newId(createdAt), email: `${newId(createdAt)}@example.com`, createdAt })

/** An empty database, and the figures of it that are wrong. */
export async function migrated() {
  const { open } = await openedEngines({ isMigrated: true })
  const engine = await open()
  return { engine, open, store: openStore(engine), wrong: () => engine.query(WRONG_FIGURES) }
}
