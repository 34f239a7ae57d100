import { servedAddress } from '../../platform/kernel/own-path.ts'
import type { MailKind, MailValues } from '../../platform/mail/mail-templates.ts'
import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { adminsIn } from '../accounts/tables/admins.ts'
import { pagePaths } from '../page-paths.ts'
import type { Transaction } from '../transaction.ts'
import { unlinked, writeMail } from './write-mail.ts'

/** The oldest administrators; a mail to each of thousands would hold up all other mail. */
const MOST = 100

type MadeKey = { readonly name: string; readonly scopes: readonly string[]; readonly createdBy: string | undefined }

/** The key itself is in no mail. */
export const tellOfKey = (tx: Transaction, { name, scopes, createdBy }: MadeKey): Promise<void> =>
  tellAll(tx, 'key-created', createdBy, {
    keyName: unlinked(name),
    scopes: scopes.join(', '),
    link: servedAddress(tx.deps.config.server, pagePaths.consoleKeys),
  })

/** Its secret is in no mail. */
export const tellOfClient = (
  tx: Transaction,
  kind: 'client-created' | 'client-secret-created',
  name: string,
  actorId: string | undefined,
): Promise<void> =>
  tellAll(tx, kind, actorId, {
    application: unlinked(name),
    link: servedAddress(tx.deps.config.server, pagePaths.consoleClients),
  })

/** Of the address and its secret nothing is told. */
export const tellOfWebhook = (
  tx: Transaction,
  kind: 'webhook-created' | 'webhook-disabled',
  description: string | undefined,
  actorId: string | undefined,
): Promise<void> =>
  tellAll(tx, kind, actorId, {
    webhook: unlinked(description ?? ''),
    link: servedAddress(tx.deps.config.server, pagePaths.consoleWebhooks),
  })

export const tellOfAdministrator = (tx: Transaction, account: Account, actorId: string | undefined): Promise<void> =>
  tellAll(tx, 'administrator-added', actorId, aboutAdministrator(tx, account), account.id)

/** The administrator is told as well. */
export const tellOfScopes = (tx: Transaction, account: Account, actorId: string | undefined): Promise<void> =>
  tellAll(tx, 'administrator-scopes', actorId, aboutAdministrator(tx, account))

const aboutAdministrator = (tx: Transaction, { id, email, adminScopes }: Account) => ({
  administrator: email,
  scopes: adminScopes?.join(', ') ?? '',
  link: `${servedAddress(tx.deps.config.server, pagePaths.consoleUsers)}/${id}`,
})

/** No setting switches these mails off: a thief makes keys and administrators to stay, and only the others can undo that. */
async function tellAll(
  tx: Transaction,
  kind: MailKind,
  actorId: string | undefined,
  values: Partial<MailValues>,
  except?: string,
): Promise<void> {
  const by = (actorId && (await accountsIn(tx).find(actorId))?.email) || ''
  const when = tx.deps.clock.now()
  for (const account of await adminsIn(tx).list(MOST))
    if (account.id !== except) await outboxIn(tx).add(writeMail(tx, kind, account, { when, by, ...values }))
}
