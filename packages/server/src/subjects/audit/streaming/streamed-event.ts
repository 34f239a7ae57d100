import { type Static, Type } from 'typebox'
import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'
import { countField, textOrNull } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { AuditEventView } from '../steps/audit-query.ts'
import { ocsfOf } from './ocsf.ts'

const { actorEmail: _, targetEmail: __, inviteEmail: ___, sequence: ____, ...told } = AuditEventView.properties

/** A line for readers that follow the log by its numbers. It names accounts by id alone, so that it says the same whenever it is read. */
export const StreamedEvent = Type.Object(
  {
    sequence: countField('Its number in the sealed log: one more than that of the line before.'),
    ...told,
    orgId: textOrNull('The organisation that it is about; null where there is none.'),
    ocsf: Type.Object(
      { classUid: countField('The class.'), activityId: countField('What was done, within the class.') },
      { description: 'What it is in the Open Cybersecurity Schema Framework.' },
    ),
  },
  { title: 'StreamedEvent', description: 'A sealed event.' },
)

export type Line = Static<typeof StreamedEvent>

/** So many at once are more than the receiver takes. */
export class TooLarge extends Error {
  constructor() {
    super('more than is taken at once')
  }
}

/** The connection ended without an answer, as some receivers do with what is too large for them. */
export class BrokenOff extends Error {}

/** Resolves once all of them are where they belong, and rejects where that is not certain. How many were refused for good. */
export type Deliver = (lines: readonly Line[], cut: AbortSignal) => Promise<number>

export function streamedEvent(event: SealedEvent): Line {
  const { sequence, id, type, ip, userAgent, requestId, count, erasure } = event
  return {
    ...{ sequence, id, type, success: event.success === 1 },
    ...{ actorId: event.actorId ?? null, targetUserId: event.targetUserId ?? null },
    ...{ sessionId: event.sessionId ?? null, orgId: event.orgId ?? null },
    ...{ ip, userAgent, requestId },
    metadata: { ...JSON.parse(event.metadata), ...(count > 1 && { count }), ...(erasure !== undefined && { erased: 'true' }) },
    createdAt: timestamp(event.createdAt),
    ocsf: ocsfOf(type),
  }
}
