import type { Command, Options } from '../../../platform/commands/command.ts'

export const exportOperands = { file: 'The new file, or - for the standard output.' } as const

export const exportOptions = {
  format: { type: 'string', hint: 'FORMAT', help: 'What is to read it; latchkey unless given.' },
  'with-hashes': { type: 'boolean', help: 'With the hashes of passwords.' },
  'with-seeds': { type: 'boolean', help: 'With the seeds of authenticator apps, with passkeys and recovery codes.' },
  since: { type: 'string', hint: 'TIME', help: 'Only accounts that were made or changed since then, as 2026-05-01T00:00:00Z.' },
  yes: { type: 'boolean', help: 'Show hashes and seeds on the screen, too.' },
} as const satisfies Options

export type ExportCall = Parameters<Command<typeof exportOptions, typeof exportOperands>['run']>[0]
