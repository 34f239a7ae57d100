import { command } from '../../../platform/commands/command.ts'
import { newAccount, newAccountOptions } from './new-account.ts'

export const adminCreate = command({
  name: 'admin create',
  summary: 'Create an administrator, with a verified address. Prompts for what is missing.',
  options: newAccountOptions,

  run: (call) => newAccount(call, { role: 'admin', isVerified: true, hasPassword: true }),
})
