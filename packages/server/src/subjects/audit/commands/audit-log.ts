import { command } from '../../../platform/commands/command.ts'
import { verifyOptions } from './verify-options.ts'

/** Loaded when one of them runs. */
const exporting = () => import('../verifying/show-log.ts')

export const auditProve = command({
  name: 'audit prove',
  summary:
    'Print the proof that an event is in the sealed log: its leaf, the hashes beside it, and a checkpoint (c2sp.org/tlog-proof).',
  operands: { event: 'The id of the event.' },
  options: {},

  async run({ operands, terminal, config }) {
    const { proofOf } = await exporting()
    terminal.out(await proofOf(config(), operands.event))
  },
})

export const auditCheckpoint = command({
  name: 'audit checkpoint',
  summary: 'Print what the sealed log is at this moment, signed: keep it where those who write the database cannot write.',
  options: {},

  async run({ terminal, config }) {
    const { checkpointOf } = await exporting()
    terminal.out(await checkpointOf(config()))
  },
})

export const auditKey = command({
  name: 'audit key',
  summary: 'Print the public key that signs the log, for `latchkey audit verify --key`.',
  options: {},

  async run({ terminal, config }) {
    const { publicKeyOf } = await exporting()
    terminal.out(await publicKeyOf(config()))
  },
})

export const auditExport = command({
  name: 'audit export',
  summary: 'Write the sealed log to a new file that only its owner may read, as it is at one moment.',
  operands: { file: 'The new file.' },
  options: {},

  async run({ operands, terminal, config }) {
    const { exportLog } = await import('../verifying/export-log.ts')
    terminal.out(await exportLog(config(), terminal, operands.file))
  },
})

export const auditVerifyExport = command({
  name: 'audit verify-export',
  summary: 'Recompute an export. Needs no database and no settings; exits as `latchkey audit verify` does.',
  operands: { file: 'The export.' },
  options: {
    ...verifyOptions,
    key: {
      type: 'string',
      hint: 'VKEY',
      help: 'The key that has to have signed it; that of the export unless given, which shows nothing of who made it.',
    },
  },

  async run(call) {
    const { orCannotTell } = await import('../verifying/or-cannot-tell.ts')
    const { verifyExport } = await import('../verifying/export-source.ts')
    await orCannotTell(() => verifyExport(call))
  },
})
