import { command } from '../../../platform/commands/command.ts'
import { importOperands, importOptions } from './read-options.ts'

export const usersImport = command({
  name: 'users import',
  summary:
    'Bring accounts from another system, with their passwords. Exit code 3 where some records were refused, 1 where it was stopped.',
  operands: importOperands,
  options: importOptions,

  async run(call) {
    const { importUsers } = await import('../import-users.ts')
    return importUsers(call)
  },
})
