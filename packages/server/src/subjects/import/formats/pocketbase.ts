import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { columnsOf, ownedRows, tableRows } from '../reading/table-rows.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { firstOf, nestedRow, type Row, rowsOf } from './nested.ts'

/** PocketBase: its database `data.db`, with every collection of people in it. Its own superusers are none of them. */
export const pocketbase = format({
  rows: people,
  readConfig: noConfig,
  read(value) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const hash = hashTextOf(firstOf(user, 'password', 'passwordHash'))
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

/** By collection and id. Since 0.23 what belongs to a record names it otherwise. */
function* people(database: DatabaseSyncInstance): Generator<Row> {
  const collections = [...tableRows(database, '_collections')].filter(
    ({ type, name }) => type === 'auth' && name !== '_superusers',
  )
  const isNew = columnsOf(database, '_externalAuths').includes('recordRef')
  const externalAuths = ownedRows(
    database,
    '_externalAuths',
    isNew ? ['collectionRef', 'recordRef'] : ['collectionId', 'recordId'],
  )
  for (const { id, name, options } of collections)
    for (const user of tableRows(database, String(name)))
      yield { ...user, collection: { name, options }, externalAuths: externalAuths(String(id), String(user['id'])) }
}
