import { command } from '../../../platform/commands/command.ts'
import { exportOperands, exportOptions } from './export-options.ts'

export const usersExport = command({
  name: 'users export',
  summary: 'Write all accounts to a new file that only its owner may read, as they are at one moment.',
  operands: exportOperands,
  options: exportOptions,

  async run(call) {
    const { exportUsers } = await import('../export-users.ts')
    return exportUsers(call)
  },
})
