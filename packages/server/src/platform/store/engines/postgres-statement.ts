import { createHash } from 'node:crypto'

export type Prepared = { readonly name: string; readonly text: string }

const known = new Map<string, Prepared>()

/** Named by its text: where a pooler shares sessions between processes, a number would name another process's statement. */
export function prepared(sql: string): Prepared {
  const before = known.get(sql)
  if (before) return before
  const text = inPostgres(sql)
  const statement = { name: createHash('sha256').update(text).digest('base64url'), text }
  known.set(sql, statement)
  return statement
}

export function inPostgres(sql: string): string {
  let position = 0
  return sql
    .replace(/\?/g, () => `$${++position}`)
    .replaceAll('COLLATE BINARY', 'COLLATE "C"')
    .replace(' WITHOUT ROWID', '')
}
