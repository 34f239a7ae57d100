import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { flagOf, listOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { firstOf, nestedRow, type Row, rowsOf } from './nested.ts'

/** PocketBase: its database `data.db`, with every collection of people in it. Its own superusers are none of them. */
export const pocketbase = format({
  rows: people,
  readConfig: () => undefined,
  read(value) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const hash = textOf(firstOf(user, 'password', 'passwordHash'))
    const collection = nestedRow(user['collection'])
    return importedRecord({
      ...{ sourceId, email, isVerified: flagOf(user['verified']), createdAt: timeOf(user['created']) },
      name: textOf(user['name']),
      password: hash === undefined ? undefined : modular(hash, ['bcrypt']),
      identities: rowsOf(user['externalAuths']).flatMap(identityOf),
      // Its second factor is a second way of signing in, of which a mailed code is one.
      hasMailedFactor: flagOf(nestedRow(nestedRow(collection['options'])['mfa'])['enabled']),
      attributes: { ...user, collection: textOf(collection['name']) },
    })
  },
})

function identityOf(row: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(row['provider']), textOf(row['providerId'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** By collection and id. Since 0.23 what belongs to a record names it otherwise. */
function* people(database: DatabaseSyncInstance): Generator<Row> {
  const collections = database
    .prepare(`SELECT "id", "name", "options" FROM "_collections" WHERE "type" = 'auth' AND "name" <> '_superusers' ORDER BY "id"`)
    .all() as { readonly id: string; readonly name: string; readonly options: string }[]
  const columns = listOf(database.prepare(`SELECT "name" FROM pragma_table_info('_externalAuths')`).all()).map(
    (one) => objectOf(one)?.['name'],
  )
  const [collectionColumn, recordColumn] = columns.includes('recordRef')
    ? ['collectionRef', 'recordRef']
    : ['collectionId', 'recordId']
  const others = database.prepare(
    `SELECT "provider", "providerId" FROM "_externalAuths" WHERE "${collectionColumn}" = ? AND "${recordColumn}" = ? ORDER BY "id"`,
  )
  for (const collection of collections)
    for (const user of database.prepare(`SELECT * FROM ${quoted(collection.name)} ORDER BY "id"`).iterate() as Iterable<Row>)
      yield { ...user, collection, externalAuths: others.all(collection.id, String(user['id'])) }
}
