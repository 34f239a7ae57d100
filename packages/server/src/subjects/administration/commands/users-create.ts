import { command, UsageError } from '../../../platform/commands/command.ts'
import { newAccount, newAccountOptions } from './new-account.ts'

const { json, ...asked } = newAccountOptions

export const usersCreate = command({
  name: 'users create',
  summary: 'Create an account. Prompts for what is missing.',
  options: {
    ...asked,
    'no-password': { type: 'boolean', help: 'Create an account without a password.' },
    verified: { type: 'boolean', help: 'Mark the email address as verified.' },
    json,
  },

  async run(call) {
    const { values } = call
    if (values['no-password'] && values['password-file'] !== undefined)
      throw new UsageError('--no-password and --password-file exclude each other')
    await newAccount(call, { role: 'user', isVerified: values.verified === true, hasPassword: !values['no-password'] })
  },
})

export const adminCreate = command({
  name: 'admin create',
  summary: 'Create an administrator, with a verified address. Prompts for what is missing.',
  options: newAccountOptions,

  run: (call) => newAccount(call, { role: 'admin', isVerified: true, hasPassword: true }),
})
