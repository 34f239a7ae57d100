import type pg from 'pg'

const LIMIT_MS = 3000

/** In milliseconds. Set after connecting: by default PgBouncer refuses a connection that begins with them. */
export async function setLimits(client: pg.ClientBase, limits: Readonly<Record<string, number>>): Promise<void> {
  const settings = Object.entries(limits).map(([name, ms]) => `SET ${name} = ${ms}`)
  const asked = { text: settings.join('; '), query_timeout: LIMIT_MS }
  if (settings.length > 0) await client.query(asked)
}
