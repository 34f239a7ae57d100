import { resetFactors } from '../core/factors/reset-factors.ts'
import { canonicalEmail } from '../kernel/email-address.ts'
import { Failure } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Tables } from '../store/tables.ts'
import { CommandError, command } from './command.ts'
import { withDeps } from './with-deps.ts'

export const usersResetFactors = command({
  name: 'users reset-factors',
  summary: 'Remove every second factor, passkey, trusted browser and session of an account, for an owner who has lost them.',
  operands: { user: 'Id or address of the account.' },
  options: {},

  async run({ operands, terminal, config }) {
    const email = await withDeps(config(), terminal, async (context) => {
      const { store, clock } = context.deps
      return store.transaction(async (tx) => {
        const account = await tx.accounts.hold((await findAccount(tx, operands.user)).id, clock.now())
        if (!account) throw new Failure('user_not_found')
        const refusal = await resetFactors(tx, context, account, undefined)
        if (refusal) throw new Failure(refusal)
        return account.email
      })
    })
    terminal.out(`${email} has no second factor and no passkey any more, and is signed out everywhere.`)
  },
})

async function findAccount({ accounts }: Tables, idOrEmail: string): Promise<Account> {
  const email = canonicalEmail(idOrEmail)
  if (!isId(idOrEmail) && email === undefined)
    throw new CommandError('This is neither the id of an account nor an email address.')
  const found = email === undefined ? await accounts.find(idOrEmail) : await accounts.findByEmail(email)
  if (!found) throw new Failure('user_not_found')
  return found
}
