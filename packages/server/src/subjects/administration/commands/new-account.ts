import type { Role } from '../../../gate/accounts/roles.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { ask, askPassword } from '../../../platform/commands/ask.ts'
import type { Options, Parsed, Terminal } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { createAccount } from './create-account.ts'

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
  // The database is opened first: the operator should not type a password twice to learn that there is none.
  const { id, email, role } = await withEngine(config, async (engine) => {
    const email = await ask(terminal, 'email', values.email, 'Email address')
    const name = await ask(terminal, 'name', values.name, 'Name')
    const password = hasPassword ? await askPassword(terminal, values['password-file']) : undefined
    return createAccount(config, engine, { email, name, password, ...kind })
  })
  const title = role === 'admin' ? 'administrator ' : ''
  terminal.out(values.json ? JSON.stringify({ id, email }) : `Created ${title}${email} (${id}).`)
}
