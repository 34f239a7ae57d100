import { type Options, UsageError } from '../../platform/commands/command.ts'
import { type Page, readPage } from './paging.ts'

export const pageOptions = {
  limit: { type: 'string', hint: 'N', help: 'How many; 20 unless given, 100 at most.' },
  offset: { type: 'string', hint: 'N', help: 'How many to skip.' },
} as const satisfies Options

export function readPageOptions(values: Parameters<typeof readPage>[0]): Page {
  const page = readPage(values)
  if (!page) throw new UsageError('--limit and --offset must be whole numbers')
  return page
}
