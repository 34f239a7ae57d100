import { newId } from '../../platform/kernel/ids.ts'
import { DEFAULT_LANGUAGE } from '../../platform/kernel/language.ts'
import { urgencyOf } from '../../platform/mail/mail-kinds.ts'
import type { MailKind, MailValues } from '../../platform/mail/mail-templates.ts'
import { sealMail } from '../../platform/mail/seal-mail.ts'
import type { NewOutboxRow } from '../../platform/mail/tables/outbox.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'

const NOBODY = { email: 'nobody@example.com', name: '', verifiedAt: undefined }

/** What mail programs turn into a link, with a scheme or without: `a.bc`, `a@b`, `x://`, but not initials. */
const LINK = /:\/\/|@|\S\.\p{L}{2}/u

export const unlinked = (name: string): string => (LINK.test(name) ? '' : name)

const NOTICE_TTL_MS = 24 * 3_600_000

/**
 * The recipient is the stored address and the links start with the configured URL; no request has a say in either. The display
 * name is left out for an unverified address: a stranger could put words into a mail to any address. A name that looks like a
 * link is left out as well: a stranger who signed up with the owner's address may have chosen that name, and the owner may have
 * verified the address since.
 */
export function writeMail(
  { deps, client }: Context,
  kind: MailKind,
  account: Pick<Account, 'email' | 'name' | 'verifiedAt' | 'language'> | undefined,
  values: Partial<MailValues>,
): NewOutboxRow {
  const { appName, publicUrl } = deps.config.server
  const { email, name, verifiedAt } = account ?? NOBODY
  const now = deps.clock.now()
  const rendered = deps.templates.render(kind, account?.language ?? client.language ?? DEFAULT_LANGUAGE, {
    appName,
    publicUrl,
    name: verifiedAt === undefined ? '' : unlinked(name),
    ...values,
  })
  return {
    id: newId(now),
    kind,
    payload: sealMail(deps.keys.outbox, { to: email, ...rendered }),
    createdAt: now,
    expiresAt: now + NOTICE_TTL_MS,
    leasedUntil: 0,
    isDecoy: account === undefined,
    urgency: urgencyOf(kind),
  }
}
