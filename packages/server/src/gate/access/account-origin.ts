import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { auditIn } from '../audit/tables/audit.ts'

/** The event is written in the transaction that makes the account, so a moment later at most. */
const WITHIN_MS = 60_000

/** When an account was made and, as long as the audit log has it, from where. */
export interface AccountOrigin {
  readonly madeAt: number
  /** Empty where it is not known, or where the account was made at the command line. */
  readonly ip: string
  readonly userAgent: string
}

export async function originOf(tables: Connection, { id, createdAt }: Account): Promise<AccountOrigin> {
  const filter = { type: 'user.registered', targetUserId: id, from: createdAt, to: createdAt + WITHIN_MS }
  const { events } = await auditIn(tables).newest(filter, 1)
  const { ip = '', userAgent = '' } = events[0] ?? {}
  return { madeAt: createdAt, ip, userAgent }
}
