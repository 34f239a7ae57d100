import { number, text, time } from '../../../platform/store/columns.ts'
import { table } from '../../../platform/store/table.ts'
import { ofTheLog } from './head.ts'

/** What the log has said of itself, signed, at so many sizes. */
export const AUDIT_CHECKPOINTS = table('audit_checkpoints', {
  ...ofTheLog,
  key: 'size',
  columns: { size: number('size'), note: text('note'), createdAt: time('created_at') },
  purged: { never: 'the log removes them with their events' },
})
