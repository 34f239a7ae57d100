import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { checkpointsIn, type StoredCheckpoint } from '../../../gate/audit/log/checkpoints.ts'
import { type SealedEvent, sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import type { Deps } from '../../../gate/deps.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import { userView } from '../../../gate/views/user-view.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { Delivery } from '../tables/deliveries.ts'
import { type Told, toldOf } from './decisions.ts'

/** Of a root, as many as no two are alike in. */
const ROOT_BYTES = 8

/** Undefined for an event of which no endpoint is told. */
export function messageOf({ type, success, orgId, metadata }: SealedEvent): Told | undefined {
  return toldOf({ type, isSuccess: success === 1, isOfOrg: orgId !== undefined, metadata: JSON.parse(metadata) })
}

/**
 * A checkpoint is no event: it tells of all with a number below its size. Its root is in the id, because a log that goes on from an old copy
 * has another one at the same size, which receivers must not take for one that they have had.
 */
export function idOfCheckpoint({ size, note }: Pick<StoredCheckpoint, 'size' | 'note'>): string {
  const [, , root = ''] = note.split('\n')
  return `checkpoint-${size}-${Buffer.from(root, 'base64').toString('hex', 0, ROOT_BYTES)}`
}

/** Undefined where the log keeps it no longer. */
export async function writeBody(deps: Deps, { type, eventId, sequence }: Delivery): Promise<string | undefined> {
  if (type === 'audit.checkpoint') return checkpointBody(deps, sequence + 1)
  const event = await sealedEventsIn(deps.store).find(eventId)
  const told = event && messageOf(event)
  return event && told && eventBody(deps, event, told)
}

async function checkpointBody({ store }: Deps, size: number): Promise<string | undefined> {
  const [found] = await checkpointsIn(store).list(size, 1)
  if (found?.size !== size) return undefined
  const { note, createdAt } = found
  return JSON.stringify({ type: 'audit.checkpoint', timestamp: timestamp(createdAt), sequence: size - 1, data: { size, note } })
}

/**
 * What an event says to an endpoint. People and organisations are shown as they are when it is sent, so that an answer which comes late is
 * no older than one which is asked for; of an address or a browser it says nothing.
 */
async function eventBody(deps: Deps, event: SealedEvent, { type, facts }: Told): Promise<string> {
  const { targetUserId: userId, sessionId, orgId, sequence, createdAt } = event
  const data = {
    ...(userId !== undefined && { userId, user: await userNow(deps, userId) }),
    ...(sessionId !== undefined && type.startsWith('session.') && { sessionId }),
    ...(orgId !== undefined && { organisationId: orgId, organisation: await organisationNow(deps, orgId) }),
    ...facts,
  }
  return JSON.stringify({ type, timestamp: timestamp(createdAt), sequence, data })
}

export const writeTest = (now: number): string =>
  JSON.stringify({ type: 'webhook.test', timestamp: timestamp(now), sequence: null, data: {} })

async function userNow({ store }: Deps, id: string) {
  const account = await accountsIn(store).find(id)
  return account ? userView(account) : null
}

async function organisationNow({ store, config }: Deps, id: string) {
  for (const { memberships } of HOOKS) {
    const found = await memberships?.named(store, config, id)
    if (found) return { id: found.id, slug: found.slug, name: found.name }
  }
  return null
}
