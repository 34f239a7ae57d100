import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { findAccount } from '../../../gate/assembly/find-account.ts'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { command } from '../../../platform/commands/command.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { resetFactors } from '../steps/reset-factors.ts'

export const usersResetFactors = command({
  name: 'users reset-factors',
  summary: 'Remove every second factor, passkey, trusted browser and session of an account, for an owner who has lost them.',
  operands: { user: 'Id or address of the account.' },
  options: {},

  async run({ operands, terminal, config }) {
    const email = await withDeps(config(), terminal, (context) =>
      inTransaction(context, async (tx) => {
        const account = await accountsIn(tx).lock((await findAccount(tx, operands.user)).id, tx.deps.clock.now())
        if (!account) throw new Failure('user_not_found')
        const refusal = await resetFactors(tx, account, undefined)
        if (refusal) throw new Failure(refusal)
        return account.email
      }),
    )
    terminal.out(`${email} has no second factor and no passkey any more, and is signed out everywhere.`)
  },
})
