export interface Prepared {
  readonly name: string
  readonly text: string
}

const known = new Map<string, Prepared>()

/**
 * `?` becomes `$1`, `$2`, …, the order of bytes gets its name here, and tables are made in the only way there is; the
 * name of the statement makes the driver prepare it once per connection.
 */
export function prepared(sql: string): Prepared {
  let statement = known.get(sql)
  if (!statement) {
    statement = { name: `q${known.size}`, text: inPostgres(sql) }
    known.set(sql, statement)
  }
  return statement
}

export function inPostgres(sql: string): string {
  let position = 0
  return sql
    .replace(/\?/g, () => `$${++position}`)
    .replaceAll('COLLATE BINARY', 'COLLATE "C"')
    .replace(' WITHOUT ROWID', '')
}
