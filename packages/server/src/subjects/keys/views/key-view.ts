import { Type } from 'typebox'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
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
    revokedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { title: 'ApiKey' },
)

const timeOrNull = (at: number | undefined): string | null => (at === undefined ? null : timestamp(at))

export const keyView = ({ id, name, scopes, createdBy, createdAt, lastUsedAt, revokedAt }: ApiKey) => ({
  id,
  name,
  scopes: [...scopes],
  createdBy: createdBy ?? null,
  createdAt: timestamp(createdAt),
  lastUsedAt: timeOrNull(lastUsedAt),
  revokedAt: timeOrNull(revokedAt),
})
