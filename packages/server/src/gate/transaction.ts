import type { MailKind, MailValues } from '../platform/mail/mail-templates.ts'
import type { Connection } from '../platform/store/table.ts'
import type { Account } from './accounts/tables/accounts.ts'
import { type EventSubject, record } from './audit/audit.ts'
import type { EventType } from './audit/events.ts'
import type { Context } from './deps.ts'
import { notify } from './mails/notify.ts'

/** Audit events and mails are written in the transaction of the change that they tell of, or not at all. */
export type Transaction<Call extends Context = Context> = Connection &
  Call & {
    record(type: EventType, subject: EventSubject): Promise<string>
    notify(kind: MailKind, account: Account, more?: Partial<MailValues>): Promise<void>
  }

export const inTransaction = <Call extends Context, T>(call: Call, work: (tx: Transaction<Call>) => Promise<T>): Promise<T> =>
  call.deps.store.transaction((connection) => work(transactionOf(connection, call)))

const transactionOf = <Call extends Context>(connection: Connection, call: Call): Transaction<Call> => ({
  ...call,
  ...connection,
  record: (type, subject) => record(connection, call, type, subject),
  notify: (kind, account, more) => notify(connection, call, kind, account, more),
})
