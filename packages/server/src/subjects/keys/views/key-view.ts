import { Type } from 'typebox'
import { idField, idOrNull, listOf, textField, timeField, timeOrNull, timeOrNullField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'
import type { ApiKey } from '../tables/api-keys.ts'

export const KeyView = Type.Object(
  {
    id: idField('The key; the audit log names it as the one that acted.'),
    name: textField('What it is for.'),
    scopes: listOf(Type.String({ enum: KEY_SCOPES }), 'What it may do.'),
    createdBy: idOrNull('The account that made it; null where it was made on the command line.'),
    createdAt: timeField('When it was made.'),
    lastUsedAt: timeOrNullField('When it was last used, a minute old at most; null if never.'),
    revokedAt: timeOrNullField('When it was revoked; null while it is good.'),
  },
  { title: 'ApiKey', description: 'A key of a backend, without its secret.' },
)

export function keyView(key: ApiKey) {
  const { id, name, scopes, createdBy = null, createdAt } = key
  const [lastUsedAt, revokedAt] = [timeOrNull(key.lastUsedAt), timeOrNull(key.revokedAt)]
  return { id, name, scopes: [...scopes], createdBy, createdAt: timestamp(createdAt), lastUsedAt, revokedAt }
}
