import { ask, askPassword } from './ask.ts'
import { command } from './command.ts'
import { createAccount } from './create-account.ts'

export const adminCreate = command({
  name: 'admin create',
  summary: 'Create an administrator, with a verified address. Prompts for what is missing.',
  options: {
    email: { type: 'string', hint: 'ADDRESS', help: 'Email address.' },
    name: { type: 'string', hint: 'NAME', help: 'Display name.' },
    'password-file': { type: 'string', hint: 'FILE', help: 'File that holds the password.' },
    json: { type: 'boolean', help: 'Print the new account as JSON.' },
  },

  async run({ values, terminal, config: load }) {
    const config = load()
    const email = await ask(terminal, 'email', values.email, 'Email address')
    const name = await ask(terminal, 'name', values.name, 'Name')
    const password = await askPassword(terminal, values['password-file'])
    const account = await createAccount(config, { email, name, password, role: 'admin', isVerified: true })
    terminal.out(
      values.json
        ? JSON.stringify({ id: account.id, email: account.email })
        : `Created administrator ${account.email} (${account.id}).`,
    )
  },
})
