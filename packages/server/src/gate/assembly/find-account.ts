import { CommandError } from '../../platform/commands/command.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { Failure } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'

export async function findAccount(connection: Connection, idOrEmail: string): Promise<Account> {
  const email = canonicalEmail(idOrEmail)
  if (!isId(idOrEmail) && email === undefined)
    throw new CommandError('This is neither the id of an account nor an email address.')
  const accounts = accountsIn(connection)
  const found = email === undefined ? await accounts.find(idOrEmail) : await accounts.findByEmail(email)
  if (!found) throw new Failure('user_not_found')
  return found
}
