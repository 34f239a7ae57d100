import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { adminsIn } from '../accounts/tables/admins.ts'
import type { Deps } from '../deps.ts'
import { canBeOpened, signInMethodsOf } from './sign-in-methods.ts'

/**
 * Whether no one could do everything without this account: those who are limited do not count. Ask inside the transaction that
 * removes, bans, demotes or limits the account, with the row as locked there: an account that was read earlier may have become
 * the only full administrator meanwhile. The answer holds until that transaction ends.
 */
export async function isLastAdmin(tx: Connection, deps: Deps, account: Account): Promise<boolean> {
  if (account.role !== 'admin' || account.adminScopes !== undefined || account.bannedAt !== undefined) return false
  const canSignIn = async (one: Account) => canBeOpened(await signInMethodsOf(tx, deps, one))
  if (!(await canSignIn(account))) return false
  await adminsIn(tx).lock()
  // Those with a password come first: for them one question is enough.
  for (const hasPassword of [true, false])
    for await (const other of othersOf(tx, account.id, hasPassword)) if (await canSignIn(other)) return false
  return true
}

/** A few at a time: mostly the first one can sign in, and other requests have their turn in between. */
async function* othersOf(tx: Connection, id: string, hasPassword: boolean): AsyncGenerator<Account> {
  for (let last = ''; ; await nextTurn()) {
    const some = await adminsIn(tx).others(id, hasPassword, last)
    if (some.length === 0) return
    yield* some
    last = some.at(-1)?.id ?? ''
  }
}
