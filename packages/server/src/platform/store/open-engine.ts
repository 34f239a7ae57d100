import path from 'node:path'
import type { Engine } from './engine.ts'
import type { PostgresOptions } from './engines/postgres-pool.ts'

export type StorageOptions = PostgresOptions

/** Each driver is loaded only when the URL needs it. */
export async function openEngine({ url, poolSize, onError }: StorageOptions): Promise<Engine> {
  const file = sqliteFile(url)
  if (file !== undefined) return (await import('./engines/sqlite.ts')).openSqlite(file)
  return (await import('./engines/postgres.ts')).openPostgres({ url, poolSize, onError })
}

/** Shown to operators, so it is without the password. */
export async function databaseName(url: string): Promise<string> {
  return sqliteFile(url) ?? (await import('./engines/postgres.ts')).postgresName(url)
}

/** `file:./data/x.db`, `file:/var/lib/x.db` and `file:///var/lib/x.db` are all allowed. */
export const sqliteFile = (url: string): string | undefined =>
  url.startsWith('file:') ? path.resolve(url.replace(/^file:(\/\/(?=\/))?/, '')) : undefined
