import { command } from '../../../platform/commands/command.ts'

export const auditVerify = command({
  name: 'audit verify',
  summary:
    'Recompute the sealed audit log. Exits with 0 where it is good, 4 where it was tampered with, 5 where that cannot be told.',
  operands: { 'file?': 'A backup, or an export; the database unless given.' },
  options: {
    against: {
      type: 'string',
      multiple: true,
      hint: 'NOTE',
      help: 'A file with checkpoints that were kept elsewhere; may be repeated.',
    },
    key: {
      type: 'string',
      hint: 'VKEY',
      help: 'The key that has to have signed it, as `latchkey audit key` prints it; that of SECRET unless given.',
    },
    json: { type: 'boolean', help: 'Print what was found as JSON.' },
  },

  async run(call) {
    const { runVerification } = await import('../verifying/run-verification.ts')
    await runVerification(call)
  },
})
