import { createHmac, randomBytes } from 'node:crypto'
import type { SealedEvent } from './sealed-events.ts'

const SALT_BYTES = 16
/** Stands first in every leaf: another way to write one would be another version. */
const VERSION = 'latchkey audit event v1'

export const newSalt = (): string => randomBytes(SALT_BYTES).toString('base64url')

type Personal = Pick<SealedEvent, 'ip' | 'userAgent' | 'metadata'>

/** Without the salt a guess cannot be tried. */
export const hashOfPersonal = (salt: string, { ip, userAgent, metadata }: Personal): string =>
  createHmac('sha256', Buffer.from(salt, 'base64url'))
    .update(JSON.stringify([ip, userAgent, metadata]))
    .digest('base64url')

/** What the tree has of an event: text and whole numbers in a fixed order, the same bytes whatever database has kept them. */
export const leafOf = (event: Omit<SealedEvent, keyof Personal | 'sequence' | 'salt' | 'erasure'>): string =>
  JSON.stringify([
    VERSION,
    event.id,
    event.type,
    event.success,
    event.actorId ?? null,
    event.targetUserId ?? null,
    event.sessionId ?? null,
    event.orgId ?? null,
    event.requestId,
    event.createdAt,
    event.count,
    event.personalHash ?? null,
  ])
