/** Forward only, and never edited once released. */
export interface Migration {
  readonly id: string
  /** In one transaction. On a large table none of them may take long: they keep all requests out of it. */
  readonly statements: readonly string[]
  /** Made before those, while others go on writing: a new index on a table that may be large. */
  readonly indexes?: readonly string[]
}
