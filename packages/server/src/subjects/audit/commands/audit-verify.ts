import { command } from '../../../platform/commands/command.ts'
import { verifyOptions } from './verify-options.ts'

export const auditVerify = command({
  name: 'audit verify',
  summary:
    'Recompute the sealed audit log. Exits with 0 where it is good, 4 where it was tampered with, 5 where that cannot be told.',
  operands: { 'file?': 'A backup, or an export; the database unless given.' },
  options: {
    ...verifyOptions,
    key: {
      type: 'string',
      hint: 'VKEY',
      help: 'The key that has to have signed it, as `latchkey audit key` prints it; that of SECRET unless given, or that of the export.',
    },
  },

  async run(call) {
    const { orCannotTell } = await import('../verifying/or-cannot-tell.ts')
    const { runVerification } = await import('../verifying/run-verification.ts')
    await orCannotTell(() => runVerification(call))
  },
})
