import { humanTime } from '../../kernel/clock.ts'
import type { MailKind } from '../../mail/mail-templates.ts'
import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { writeMail } from './write-mail.ts'

/** Tells the owner of an account, in the transaction that changes it, what has changed; where the operator wants that. */
export async function notify(
  tx: Tables,
  { deps }: Pick<Context, 'deps'>,
  kind: MailKind,
  account: Account,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!deps.config.mail.securityNotices) return
  await tx.outbox.add(writeMail(deps, kind, account, { when: humanTime(deps.clock.now()), ...more }))
}
