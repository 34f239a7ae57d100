import type { MailKind, MailValues } from '../../mail/mail-templates.ts'
import type { Connection } from '../../store/table.ts'
import type { Account } from '../../store/tables/accounts.ts'
import { outboxIn } from '../../store/tables/outbox.ts'
import type { Context } from '../deps.ts'
import { writeMail } from './write-mail.ts'

/** Tells the owner of an account, in the transaction that changes it, what has changed; where the operator wants that. */
export async function notify(
  tx: Connection,
  context: Context,
  kind: MailKind,
  account: Account,
  more: Partial<MailValues> = {},
): Promise<void> {
  const { config, clock } = context.deps
  if (!config.mail.securityNotices) return
  await outboxIn(tx).add(writeMail(context, kind, account, { when: clock.now(), ...more }))
}
