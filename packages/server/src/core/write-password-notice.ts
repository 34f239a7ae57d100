import type { Tables } from '../store/store.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { NewOutboxRow } from '../store/tables/outbox.ts'
import type { Deps } from './deps.ts'
import { waysIn } from './ways-in.ts'
import { writeNotice } from './write-mail.ts'

/** A new password locks nobody out who comes in by a provider: the notice of it names those that still open the account. */
export async function writePasswordNotice(tx: Tables, deps: Deps, account: Account): Promise<NewOutboxRow | undefined> {
  const { providers } = await waysIn(tx, deps, account)
  return writeNotice(deps, 'password-changed', account, { providers: providers.join(', ') })
}
