import { openAccount } from '../../../gate/accounts/open-account.ts'
import type { Role } from '../../../gate/accounts/roles.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'
import { createPasswords } from '../../../gate/passwords/passwords.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import type { Engine } from '../../../platform/store/engine.ts'
import { passwordRefusal } from '../steps/password-refusal.ts'

type NewAccount = Readonly<{ email: string; name: string; password: string | undefined; role: Role; isVerified: boolean }>

export function readName(typed: string): string {
  const name = displayName(typed)
  if (name === undefined) throw new CommandError('The name must have 1 to 200 visible characters.')
  return name
}

/** The rules for a password from the command line are those of the forms. */
export const readNewPassword =
  (config: Config, owner: Pick<NewAccount, 'email' | 'name'>) =>
  async (typed: string): Promise<string> => {
    const refusal = await passwordRefusal(config, typed, owner)
    if (refusal !== undefined) throw new CommandError(refusal)
    return typed
  }

/** Of an address, a name and a password that were read already. */
export async function createAccount(config: Config, engine: Engine, { password, role, ...input }: NewAccount): Promise<Account> {
  const { email, name } = input
  const passwordHash =
    password === undefined ? undefined : await createPasswords(config, argon2Hasher).hash(password, commandLineClient)

  return openStore(engine).transaction(async (tx) => {
    const mailbox = input.isVerified ? 'vouched-for' : 'unproved'
    const context = { deps: { config, clock: systemClock }, client: commandLineClient }
    const event = { type: 'user.registered', actor: 'operator', metadata: { role } } as const
    const opened = await openAccount(tx, context, { email, name, role, passwordHash, mailbox }, event)
    if (!opened) throw new CommandError('An account with this email address already exists.')
    return opened.account
  })
}
