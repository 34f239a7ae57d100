import path from 'node:path'
import type { Engine } from './engine.ts'

export interface StorageOptions {
  readonly url: string
  readonly poolSize: number
  readonly onError: (error: Error) => void
}

/** Each driver is loaded only when the URL asks for it. */
export async function openEngine({ url, poolSize, onError }: StorageOptions): Promise<Engine> {
  const file = sqliteFile(url)
  if (file !== undefined) return (await import('./engines/sqlite.ts')).openSqlite(file)
  return (await import('./engines/postgres.ts')).openPostgres({ url, poolSize, onError })
}

/** How an operator knows it: by its path, or by its name and server. Without the password. */
export async function databaseName(url: string): Promise<string> {
  return sqliteFile(url) ?? (await import('./engines/postgres.ts')).postgresName(url)
}

/** The path behind a `file:` URL: `file:./data/x.db`, `file:/var/lib/x.db` and `file:///var/lib/x.db` alike. */
export const sqliteFile = (url: string): string | undefined =>
  url.startsWith('file:') ? path.resolve(url.replace(/^file:(\/\/(?=\/))?/, '')) : undefined
