import type { MailKind, MailValues } from '../../platform/mail/mail-templates.ts'
import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { adminsIn } from '../accounts/tables/admins.ts'
import type { Context } from '../deps.ts'
import { pagePaths } from '../page-paths.ts'
import { unlinked, writeMail } from './write-mail.ts'

/** So many are told, those first who have been here longest: a mail to each of thousands would hold up all other mail. */
const MOST = 100

interface MadeKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdBy: string | undefined
}

/** Says who has made a key and what it opens. The key itself is in no mail. */
export const tellOfKey = (tx: Connection, context: Context, { name, scopes, createdBy }: MadeKey): Promise<void> =>
  tellAll(tx, context, 'key-created', createdBy, {
    keyName: unlinked(name),
    scopes: scopes.join(', '),
    link: `${context.deps.config.server.publicUrl}${pagePaths.consoleKeys}`,
  })

/** Says who has made whom an administrator, to all who were one before. */
export const tellOfAdministrator = (tx: Connection, context: Context, { id, email }: Account, actorId: string): Promise<void> =>
  tellAll(
    tx,
    context,
    'administrator-added',
    actorId,
    { administrator: email, link: `${context.deps.config.server.publicUrl}${pagePaths.consoleUsers}/${id}` },
    id,
  )

/**
 * No setting silences it: a thief who has taken over one administrator makes keys and further ones to stay, and only the others can
 * undo it.
 */
async function tellAll(
  tx: Connection,
  context: Context,
  kind: MailKind,
  actorId: string | undefined,
  values: Partial<MailValues>,
  except?: string,
): Promise<void> {
  const by = (actorId && (await accountsIn(tx).find(actorId))?.email) || ''
  const when = context.deps.clock.now()
  for (const account of await adminsIn(tx).list(MOST))
    if (account.id !== except) await outboxIn(tx).add(writeMail(context, kind, account, { when, by, ...values }))
}
