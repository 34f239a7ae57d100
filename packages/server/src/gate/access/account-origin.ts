import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { auditIn } from '../audit/tables/audit.ts'

/** The event is written in the transaction that makes the account, so at most a moment after the account. */
const WITHIN_MS = 60_000

/** `ip` and `userAgent` are empty once the audit log has dropped the event, and for an account made at the command line. */
export type AccountOrigin = { readonly madeAt: number; readonly ip: string; readonly userAgent: string }

export async function originOf(tables: Connection, { id, createdAt }: Account): Promise<AccountOrigin> {
  const filter = { type: 'user.registered', targetUserId: id, from: createdAt, to: createdAt + WITHIN_MS }
  const [event] = (await auditIn(tables).newest(filter, 1)).events
  return { madeAt: createdAt, ip: event?.ip ?? '', userAgent: event?.userAgent ?? '' }
}
