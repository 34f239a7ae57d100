import type { Scope } from '../../src/platform/kernel/scopes.ts'
import { SCOPES, scopesIn } from '../../src/platform/kernel/scopes.ts'
import { idOf, signedInAsAdmin } from './administered.ts'
import type { Browser } from './browser.ts'
import { type Resident, resident } from './residents.ts'
import type { World } from './world.ts'

/** An administrator who may do no more than this, with a session that has passed a second factor. */
export async function limitedAdmin(
  here: World,
  email: string,
  scopes: readonly string[],
): Promise<{ readonly id: string; readonly browser: Browser }> {
  const browser = await signedInAsAdmin(here, email)
  await here.sql(`UPDATE accounts SET admin_scopes = ? WHERE email = ?`, [scopes.join(' '), email])
  return { id: await idOf(browser), browser }
}

/** Each scope alone, all but each, all that there are, and what has a name; undefined is everything. */
export const scopeSets = (): readonly (readonly Scope[] | undefined)[] => [
  ...SCOPES.map((scope) => [scope]),
  ...SCOPES.map((scope) => SCOPES.filter((one) => one !== scope)),
  [...SCOPES],
  scopesIn('support'),
  scopesIn('auditor'),
  undefined,
]

/** Where administrators need no second factor, somebody who is put into the tables directly can act at once. */
export async function enteredAdmin(
  here: World,
  adminScopes: readonly Scope[] | undefined,
): Promise<Resident & { browser: Browser }> {
  const who = await resident(here.elsewhere, { sessions: 1, role: 'admin', adminScopes, now: here.clock.now() })
  const browser = here.browser()
  browser.jar.set('app_session', who.watched.token)
  return { ...who, browser }
}
