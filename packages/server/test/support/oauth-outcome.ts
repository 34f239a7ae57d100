import type { Reply } from './browser.ts'
import { landing } from './oauth-world.ts'
import type { World } from './world.ts'

/** Where a callback landed, which cookies came along beside the attempt's own, and what there is in the tables now. */
export async function outcome({ sql }: Pick<World, 'sql'>, reply: Reply): Promise<Readonly<Record<string, unknown>>> {
  const count = async (table: string): Promise<unknown> => (await sql(`SELECT COUNT(*) AS total FROM ${table}`))[0]?.['total']
  return {
    ...landing(reply),
    cookies: reply.setCookies.map((line) => line.slice(0, line.indexOf('='))).filter((name) => !name.startsWith('_oauth_')),
    accounts: await count('accounts'),
    identities: await count('identities'),
    sessions: await count('sessions'),
  }
}

/** Back at the sign-in page, and nothing has come of it. */
export const refusedWith = (error: string) => ({
  status: 303,
  path: '/sign-in',
  error,
  cookies: [],
  accounts: 0,
  identities: 0,
  sessions: 0,
})

export const SIGNED_UP = {
  status: 303,
  path: '/account',
  cookies: ['app_session', 'app_refresh', '_csrf'],
  accounts: 1,
  identities: 1,
  sessions: 1,
}

/** A callback with another query. */
export function altered(callback: string, change: (query: URLSearchParams) => void): string {
  const { pathname, searchParams } = new URL(callback, 'http://localhost')
  change(searchParams)
  return `${pathname}?${searchParams}`
}
