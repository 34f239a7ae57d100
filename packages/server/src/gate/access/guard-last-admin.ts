import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { adminsIn } from '../accounts/tables/admins.ts'
import type { Deps } from '../deps.ts'
import { canBeOpened, signInMethodsOf } from './sign-in-methods.ts'

const isFull = ({ role, adminScopes, bannedAt }: Account): boolean =>
  role === 'admin' && adminScopes === undefined && bannedAt === undefined

/**
 * Whether no one could do everything without this account: those who are limited do not count. Ask inside the transaction that
 * removes, bans, demotes or limits the account, with the row as locked there: an account that was read earlier may have become
 * the only full administrator meanwhile. The answer holds until that transaction ends.
 */
export async function isLastAdmin(tx: Connection, deps: Deps, account: Account): Promise<boolean> {
  if (!isFull(account)) return false
  await adminsIn(tx).lock()
  // Those with a password come first: for them one question is enough.
  const others = [othersOf(tx, account.id, true), othersOf(tx, account.id, false)]
  // An account that lost its password a moment ago gets a new one by mail, and still counts as an administrator.
  const isAnyOther = !(await canSignIn(tx, deps, account))
  for (const some of others) for await (const other of some) if (isAnyOther || (await canSignIn(tx, deps, other))) return false
  return true
}

/** The same for who loses a way to sign in: to those who have none, nothing is lost. */
export const isLastToSignIn = async (tx: Connection, deps: Deps, account: Account): Promise<boolean> =>
  (await canSignIn(tx, deps, account)) && isLastAdmin(tx, deps, account)

const canSignIn = async (tx: Connection, deps: Deps, account: Account): Promise<boolean> =>
  canBeOpened(await signInMethodsOf(tx, deps, account))

/** A few at a time: mostly the first one can sign in, and other requests have their turn in between. */
async function* othersOf(tx: Connection, id: string, hasPassword: boolean): AsyncGenerator<Account> {
  for (let last = ''; ; await nextTurn()) {
    const some = await adminsIn(tx).others(id, hasPassword, last)
    if (some.length === 0) return
    yield* some
    last = some.at(-1)?.id ?? ''
  }
}
