import { Type } from 'typebox'
import { Id, TimeOrNull, Timestamp, timeOrNull } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { SCOPES } from '../../../platform/kernel/scopes.ts'
import type { ApiKey } from '../tables/api-keys.ts'

export const KeyView = Type.Object(
  {
    id: Id,
    name: Type.String(),
    scopes: Type.Array(Type.String({ enum: SCOPES })),
    createdBy: Type.Union([Id, Type.Null()], { description: 'An account; none where it was made on the command line.' }),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()], { description: 'A minute old at most.' }),
    revokedAt: TimeOrNull,
  },
  { title: 'ApiKey' },
)

export function keyView(key: ApiKey) {
  const { id, name, scopes, createdBy = null, createdAt } = key
  const [lastUsedAt, revokedAt] = [timeOrNull(key.lastUsedAt), timeOrNull(key.revokedAt)]
  return { id, name, scopes: [...scopes], createdBy, createdAt: timestamp(createdAt), lastUsedAt, revokedAt }
}
