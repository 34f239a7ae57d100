import { openAccount } from '../../../gate/accounts/open-account.ts'
import type { Role } from '../../../gate/accounts/roles.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'
import { createPasswords } from '../../../gate/passwords/passwords.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { readEmail } from '../../../platform/commands/read-email.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import type { Engine } from '../../../platform/store/engine.ts'

interface NewAccountInput {
  readonly email: string
  readonly name: string
  /** Undefined makes an account without a password. */
  readonly password: string | undefined
  readonly role: Role
  readonly isVerified: boolean
}

/** An account from the command line, under the same rules as one from a form. */
export async function createAccount(config: Config, engine: Engine, wanted: NewAccountInput): Promise<Account> {
  const passwords = createPasswords(config, argon2Hasher)
  const email = readEmail(wanted.email)
  const name = displayName(wanted.name)
  if (name === undefined) throw new CommandError('The name must have 1 to 200 visible characters.')
  const weakness = wanted.password === undefined ? undefined : passwords.weakness(wanted.password, { email, name })
  if (weakness) throw new CommandError(weakness.message)
  const passwordHash = wanted.password === undefined ? undefined : await passwords.hash(wanted.password, commandLineClient)

  return openStore(engine).transaction(async (tx) => {
    const { role } = wanted
    const mailbox = wanted.isVerified ? 'vouched-for' : 'unproved'
    const context = { deps: { config, clock: systemClock }, client: commandLineClient }
    const noted = { type: 'user.registered', actor: 'operator', metadata: { role } } as const
    const opened = await openAccount(tx, context, { email, name, role, passwordHash, mailbox }, noted)
    if (!opened) throw new CommandError('An account with this email address already exists.')
    return opened.account
  })
}
