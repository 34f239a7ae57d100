import { hasMailSender } from '../../platform/config/refusals.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { MailKind, MailValues } from '../../platform/mail/mail-templates.ts'
import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { mayNotify } from '../limits/stranger-mails.ts'
import { writeMail } from './write-mail.ts'

/** Pages that promise such a mail ask here, too. */
export const tellsOwners = (config: Config): boolean => config.mail.securityNotices && hasMailSender(config)

/** Mails the owner of an account in the transaction that changes the account, unless the operator has switched notices off. */
export async function notify(
  tx: Connection,
  context: Context,
  kind: MailKind,
  account: Account,
  more: Partial<MailValues> = {},
): Promise<void> {
  const { config, clock } = context.deps
  if (tellsOwners(config) && (await mayNotify(tx, context.deps, account)))
    await outboxIn(tx).add(writeMail(context, kind, account, { when: clock.now(), ...more }))
}
