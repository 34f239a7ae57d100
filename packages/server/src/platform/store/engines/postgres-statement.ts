import { createHash } from 'node:crypto'

export interface Prepared {
  readonly name: string
  readonly text: string
}

const known = new Map<string, Prepared>()

/**
 * `?` becomes `$1`, `$2`, …, the order of bytes gets its name here, and tables are made in the only way there is; the
 * name of the statement makes the driver prepare it once per connection. It says which text it is: where a pooler lets another
 * process use the same session of the server, a number would be the name of another statement there.
 */
export function prepared(sql: string): Prepared {
  let statement = known.get(sql)
  if (!statement) {
    const text = inPostgres(sql)
    statement = { name: createHash('sha256').update(text).digest('base64url'), text }
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
