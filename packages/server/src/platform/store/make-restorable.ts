import { revokeCredentials } from './revoke-credentials.ts'
import { bareQueries, withSqlite } from './sqlite-file.ts'

export async function makeRestorable(file: string, now: number, keepsSessions: boolean): Promise<void> {
  await withSqlite(file, false, async (database) => {
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    await revokeCredentials(bareQueries(database), 'sqlite', now, keepsSessions)
  })
}
