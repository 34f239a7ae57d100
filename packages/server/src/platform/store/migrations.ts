import type { Migration } from './migration.ts'

/** In the order in which they are applied: a table comes after those that it refers to. Filled when the subjects are joined. */
export const migrations: Migration[] = []

export const newestMigration = (): string => migrations.at(-1)?.id ?? ''
