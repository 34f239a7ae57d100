/** Forward only, and never edited once released. */
export interface Migration {
  readonly id: string
  /** Run in one transaction, and each is fast even on a large table: meanwhile requests cannot use the table. */
  readonly statements: readonly string[]
  /** Built first, while others go on writing: for tables that may be large. */
  readonly indexes?: readonly string[]
}

/** In the order in which they are applied: a table comes after those that it refers to. Filled when the subjects are joined. */
export const migrations: Migration[] = []

export const newestMigration = (): string => migrations.at(-1)?.id ?? ''
