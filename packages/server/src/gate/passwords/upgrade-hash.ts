import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'

/** Keeps a password that was right under the cost of today, where another system made its hash, or we did at another cost. */
export async function upgradeHash({ deps, client }: Context, password: string, account: Account): Promise<void> {
  const { id, passwordHash, credentialVersion } = account
  if (passwordHash === undefined || !deps.passwords.isOutdated(passwordHash)) return
  const rehash = await deps.passwords.hash(password, client)
  await deps.store.transaction((tx) => accountsIn(tx).setRehash({ id, credentialVersion }, rehash))
}
