import type { Role } from '../../../gate/accounts/roles.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { ask, askConsent, askPassword } from '../../../platform/commands/ask.ts'
import { CommandError, type Options, type Parsed, type Terminal } from '../../../platform/commands/command.ts'
import { readEmail } from '../../../platform/commands/read-email.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { createAccount, readName, readNewPassword } from './create-account.ts'
import { noWayIn, promote } from './users-change.ts'

export const newAccountOptions = {
  email: { type: 'string', hint: 'ADDRESS', help: 'Email address.' },
  name: { type: 'string', hint: 'NAME', help: 'Display name.' },
  'password-file': { type: 'string', hint: 'FILE', help: 'File that holds the password.' },
  json: { type: 'boolean', help: 'Print the new account as JSON.' },
} as const satisfies Options

type Call = { readonly values: Parsed<typeof newAccountOptions>; readonly terminal: Terminal; readonly config: () => Config }
type Kind = { readonly role: Role; readonly isVerified: boolean; readonly hasPassword: boolean }

export async function newAccount({ values, terminal, config: load }: Call, { hasPassword, ...kind }: Kind): Promise<void> {
  const config = load()
  const asksPassword = hasPassword && hasPasswords(config)
  if (!hasPasswords(config) && values['password-file'] !== undefined)
    throw new CommandError('There are no passwords here (ENABLE_EMAIL_PASSWORD, EMAIL_SIGN_IN): leave out --password-file.')
  // The database is opened first: the operator should not type a password twice to learn that there is none.
  const made = await withEngine(config, async (engine) => {
    const email = await ask(terminal, 'email', values.email, 'Email address', readEmail)
    const known = await accountsIn(openStore(engine)).findByEmail(email)
    if (known) return { known }
    if (kind.role === 'admin' && !hasPasswords(config) && !config.twoFactor.disableAdminTwoFactor) throw noWayIn(email)
    const name = await ask(terminal, 'name', values.name, 'Name', readName)
    const read = readNewPassword(config, { email, name })
    const password = asksPassword ? await askPassword(terminal, values['password-file'], read) : undefined
    return createAccount(config, engine, { email, name, password, ...kind })
  })
  const isAdmin = kind.role === 'admin'
  const { id, email } = 'id' in made ? made : await existing(config, terminal, made.known, isAdmin)
  if (values.json) return terminal.out(JSON.stringify({ id, email }))
  const what = 'id' in made ? `Created ${isAdmin ? 'administrator ' : ''}${email} (${id}).` : `${email} is an administrator.`
  terminal.out(isAdmin ? `${what} The console: ${servedAddress(config.server, pagePaths.console)}` : what)
}

/** An account that is there already becomes an administrator, where the operator wants that. */
async function existing(config: Config, terminal: Terminal, { email, role }: Account, isAdmin: boolean): Promise<Account> {
  const exists = 'An account with this email address already exists.'
  if (!isAdmin) throw new CommandError(exists)
  if (role === 'admin') throw new CommandError(`${email} is an administrator already.`)
  if (!terminal.isInteractive) throw new CommandError(`${exists} \`latchkey users promote ${email}\` makes it an administrator.`)
  await askConsent(terminal, false, `${email} has an account. Make it an administrator?`)
  return promote(config, terminal, email)
}
