import { canonicalEmail } from '../kernel/email-address.ts'
import { Failure } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Tables } from '../store/tables.ts'
import { CommandError } from './command.ts'

/** The account that an operand names, by its id or its address. */
export async function findAccount({ accounts }: Tables, idOrEmail: string): Promise<Account> {
  const email = canonicalEmail(idOrEmail)
  if (!isId(idOrEmail) && email === undefined)
    throw new CommandError('This is neither the id of an account nor an email address.')
  const found = email === undefined ? await accounts.find(idOrEmail) : await accounts.findByEmail(email)
  if (!found) throw new Failure('user_not_found')
  return found
}
