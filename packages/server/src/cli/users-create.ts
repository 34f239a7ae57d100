import { ask, askPassword } from './ask.ts'
import { command, UsageError } from './command.ts'
import { createAccount } from './create-account.ts'

export const usersCreate = command({
  name: 'users create',
  summary: 'Create an account. Prompts for what is missing.',
  options: {
    email: { type: 'string', hint: 'ADDRESS', help: 'Email address.' },
    name: { type: 'string', hint: 'NAME', help: 'Display name.' },
    'password-file': { type: 'string', hint: 'FILE', help: 'File that holds the password.' },
    'no-password': { type: 'boolean', help: 'Create an account without a password.' },
    verified: { type: 'boolean', help: 'Mark the email address as verified.' },
    json: { type: 'boolean', help: 'Print the new account as JSON.' },
  },

  async run({ values, terminal, config: load }) {
    if (values['no-password'] && values['password-file'] !== undefined)
      throw new UsageError('--no-password and --password-file exclude each other')
    const config = load()
    const email = await ask(terminal, 'email', values.email, 'Email address')
    const name = await ask(terminal, 'name', values.name, 'Name')
    const password = values['no-password'] ? undefined : await askPassword(terminal, values['password-file'])
    const account = await createAccount(config, { email, name, password, role: 'user', isVerified: values.verified === true })
    terminal.out(
      values.json ? JSON.stringify({ id: account.id, email: account.email }) : `Created ${account.email} (${account.id}).`,
    )
  },
})
