import { expect, inject } from 'vitest'
import type { Browser } from './browser.ts'
import type { World } from './world.ts'

/** How often a scanner fetches each form of a link. */
export const FETCHES = 20

const tableNames = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table'`,
  postgres: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
}

/** What processes tell each other, in their own time. */
const OF_PROCESSES = ['session_leases', 'session_messages']

/** Every row of every other table, but for when a session was last seen. */
export async function dump({ sql }: World): Promise<Record<string, readonly string[]>> {
  const all = (await sql(tableNames[inject('engine')])).map(({ name }) => String(name))
  const tables = all.filter((name) => !OF_PROCESSES.includes(name))
  expect(tables).toEqual(expect.arrayContaining(['accounts', 'sessions', 'codes', 'outbox', 'audit_events']))
  const dumped: Record<string, readonly string[]> = {}
  for (const table of tables) {
    const rows = await sql(`SELECT * FROM ${table}`)
    dumped[table] = rows.map(({ last_active_at: _, ...row }) => JSON.stringify(row)).sort()
  }
  return dumped
}

/** A browser does not send the fragment; some scanners turn it into a query, or put it into the path. */
function formsOf(link: string): string[] {
  const { pathname, hash } = new URL(link)
  const fragment = hash.slice(1)
  return [pathname, `${pathname}?${fragment}`, `${pathname}?utm=x&${fragment}`, `${pathname}/${encodeURIComponent(fragment)}`]
}

export async function scan(visitor: Browser, link: string): Promise<void> {
  for (const url of formsOf(link)) {
    for (let n = 0; n < FETCHES; n++) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await visitor.send(method, url)
        expect(status).toBeLessThan(500)
      }
    }
  }
}
