import type * as Sqlite from '@photostructure/sqlite'

/** Node 20 has no `node:sqlite`; the package has the same interface. */
export async function sqliteModule(): Promise<typeof Sqlite> {
  const own = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined
  return own ?? (await import('@photostructure/sqlite'))
}
