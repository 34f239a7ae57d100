/** A table as both databases have it. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  /** Of the primary key, in its order. */
  readonly key: readonly string[]
}

export const list = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}${name}`).join(', ')

/** What a process has for itself, and what each database has of its own. */
export const NOT_COPIED: readonly string[] = [
  'session_leases',
  'session_messages',
  'write_probes',
  'migrations',
  'migration_lock',
]

/** Rows of these are made by migrations, and replaced by those of the file. */
export const MADE_BY_MIGRATIONS: readonly string[] = ['locks']
