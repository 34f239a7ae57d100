import type { Config } from '../config/schema.ts'
import { openAccount } from '../core/access/open-account.ts'
import { argon2Hasher } from '../core/passwords/argon2-hasher.ts'
import { createPasswords } from '../core/passwords/passwords.ts'
import { systemClock } from '../kernel/clock.ts'
import { displayName } from '../kernel/display-name.ts'
import type { Role } from '../kernel/roles.ts'
import { openStore } from '../open-store.ts'
import type { Engine } from '../store/engine.ts'
import type { Account } from '../store/tables/accounts.ts'
import { CommandError } from './command.ts'
import { commandLineClient } from './command-line-client.ts'
import { readEmail } from './read-email.ts'

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
