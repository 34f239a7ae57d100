import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { findAccount } from '../../../gate/assembly/find-account.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { userView } from '../../../gate/views/user-view.ts'
import { CommandError, command, type Terminal, UsageError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import { banAccount, liftBan, REASON_LENGTH, readReason } from '../steps/ban-account.ts'
import { BY_OPERATOR, changeRole } from '../steps/change-role.ts'

const operands = { user: 'Id or address of the account.' }

type Change = (tx: Transaction, account: Account) => Promise<ErrorCode | undefined>

/** Locks the account, changes it by the rules of the console, and says so. */
export async function changed(config: Config, terminal: Terminal, user: string, change: Change): Promise<Account> {
  return withDeps(config, terminal, (context) =>
    inTransaction(context, async (tx) => {
      const account = await accountsIn(tx).lock((await findAccount(tx, user)).id, tx.deps.clock.now())
      if (!account) throw new Failure('user_not_found')
      const refusal = await change(tx, account)
      if (refusal) throw new Failure(refusal)
      return account
    }),
  )
}

export const promote = (config: Config, terminal: Terminal, user: string): Promise<Account> =>
  changed(config, terminal, user, async (tx, account) => {
    const refusal = await changeRole(tx, account, 'admin', BY_OPERATOR)
    if (refusal === 'admin_factor_missing') throw noWayIn(account.email)
    return refusal
  })

/** An administrator who can show nothing but the mailbox can enrol nothing, either. */
export const noWayIn = (email: string): CommandError =>
  new CommandError(
    `There are no passwords here, and a mailed code alone opens no console. Sign in as ${email} first (\`latchkey users create\` makes an account), ` +
      `add a passkey or an authenticator app, and then \`latchkey users promote ${email}\`.`,
  )

export const usersPromote = command({
  name: 'users promote',
  summary: 'Make an account an administrator.',
  operands,
  options: {},

  async run({ operands: { user }, terminal, config }) {
    const { email } = await promote(config(), terminal, user)
    terminal.out(`${email} is an administrator.`)
  },
})

export const usersDemote = command({
  name: 'users demote',
  summary: 'Make an administrator an ordinary account again. Keys that they made are revoked.',
  operands,
  options: {},

  async run({ operands: { user }, terminal, config }) {
    const { email } = await changed(config(), terminal, user, (tx, account) => changeRole(tx, account, 'user', BY_OPERATOR))
    terminal.out(`${email} is no administrator.`)
  },
})

export const usersBan = command({
  name: 'users ban',
  summary: 'Ban an account, and end all of its sessions.',
  operands,
  options: { reason: { type: 'string', hint: 'TEXT', help: 'One line, for administrators alone.' } },

  async run({ operands: { user }, values, terminal, config }) {
    const reason = readReason(values.reason)
    if (reason === undefined) throw new UsageError(`--reason is one line of at most ${REASON_LENGTH} characters`)
    const { email } = await changed(config(), terminal, user, (tx, account) => banAccount(tx, account, reason, undefined))
    terminal.out(`${email} is banned, and signed out everywhere.`)
  },
})

export const usersUnban = command({
  name: 'users unban',
  summary: 'Lift a ban.',
  operands,
  options: {},

  async run({ operands: { user }, terminal, config }) {
    const { email } = await changed(config(), terminal, user, (tx, account) => liftBan(tx, account, undefined))
    terminal.out(`${email} may sign in again.`)
  },
})

export const usersShow = command({
  name: 'users show',
  summary: 'Show an account.',
  operands,
  options: { json: { type: 'boolean', help: 'Print JSON.' } },

  async run({ operands: { user }, values, terminal, config }) {
    const view = userView(await withEngine(config(), (engine) => findAccount(openStore(engine), user)))
    if (values.json) return terminal.out(JSON.stringify(view, null, 2))
    for (const [name, value] of Object.entries(view)) terminal.out(`${name.padEnd(18)}${value}`)
  },
})
