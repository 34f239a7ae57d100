import type pg from 'pg'

/** In milliseconds. After connecting, and not on the way: by default PgBouncer refuses a connection that begins with them. */
export async function setLimits(client: pg.ClientBase, limits: Readonly<Record<string, number>>): Promise<void> {
  if (Object.keys(limits).length === 0) return
  await client.query(
    Object.entries(limits)
      .map(([name, ms]) => `SET ${name} = ${ms}`)
      .join('; '),
  )
}
