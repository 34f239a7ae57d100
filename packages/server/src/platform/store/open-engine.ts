import path from 'node:path'
import type { Engine } from './engine.ts'
import type { DurabilityOptions } from './engines/durable-commits.ts'
import type { PostgresOptions } from './engines/postgres-pool.ts'
import type { SqliteOptions } from './engines/sqlite.ts'

export interface StorageOptions extends PostgresOptions, Pick<SqliteOptions, 'sync' | 'onMoved'> {
  /** What was committed may be lost, and nothing more can be: the process should end. */
  readonly onBroken?: DurabilityOptions['onBroken']
}

/** Each driver is loaded only when the URL needs it. */
export async function openEngine({
  url,
  poolSize,
  onError,
  onBroken = () => undefined,
  ...test
}: StorageOptions): Promise<Engine> {
  const file = sqliteFile(url)
  if (file !== undefined) return (await import('./engines/sqlite.ts')).openSqlite(file, { onError, onBroken, ...test })
  return (await import('./engines/postgres.ts')).openPostgres({ url, poolSize, onError })
}

/** Shown to operators, so it is without the password. */
export async function databaseName(url: string): Promise<string> {
  return sqliteFile(url) ?? (await import('./engines/postgres.ts')).postgresName(url)
}

/** `file:./data/x.db`, `file:/var/lib/x.db` and `file:///var/lib/x.db` are all allowed. */
export const sqliteFile = (url: string): string | undefined =>
  url.startsWith('file:') ? path.resolve(url.replace(/^file:(\/\/(?=\/))?/, '')) : undefined
