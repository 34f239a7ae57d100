import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { readEmail } from '../../../platform/commands/read-email.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Store } from '../../../platform/store/store.ts'

/** An id is not looked up, because the log outlives the account. */
export async function idOf(store: Store, user: string): Promise<string> {
  if (isId(user)) return user
  const account = await accountsIn(store).findByEmail(readEmail(user))
  if (!account) throw new Failure('user_not_found')
  return account.id
}
