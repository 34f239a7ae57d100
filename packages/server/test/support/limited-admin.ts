import { idOf, signedInAsAdmin } from './administered.ts'
import type { Browser } from './browser.ts'
import type { World } from './world.ts'

/** An administrator who may do no more than this, with a session that has passed a second factor. */
export async function limitedAdmin(
  here: World,
  email: string,
  scopes: readonly string[],
): Promise<{ id: string; browser: Browser }> {
  const browser = await signedInAsAdmin(here, email)
  await here.sql(`UPDATE accounts SET admin_scopes = ? WHERE email = ?`, [scopes.join(' '), email])
  return { id: await idOf(browser), browser }
}
