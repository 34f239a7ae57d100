import { newId } from '../../platform/kernel/ids.ts'
import { DEFAULT_LANGUAGE } from '../../platform/kernel/language.ts'
import { urgencyOf } from '../../platform/mail/mail-kinds.ts'
import type { MailKind, MailValues } from '../../platform/mail/mail-templates.ts'
import { sealMail } from '../../platform/mail/seal-mail.ts'
import type { NewOutboxRow } from '../../platform/mail/tables/outbox.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'

const NOBODY = { email: 'nobody@example.com', name: '', verifiedAt: undefined }

/** What mail programs take for an address, with a scheme or without: `a.bc`, `a@b`, `x://`. Initials are none. */
const LINK = /:\/\/|@|\S\.\p{L}{2}/u

/** A name that people chose, for a mail; empty where a mail program would turn it into a link. */
export const unlinked = (name: string): string => (LINK.test(name) ? '' : name)

/** How long a notice is worth sending. */
const NOTICE_TTL_MS = 24 * 3_600_000

/**
 * Renders and seals one mail, in the language of the account, else of the request. The recipient is the stored address
 * and the links start with the configured URL; no request has a say in either. The display name is left out for an
 * address that is not verified: it would let a stranger put words into a mail to any address. So is a name that a mail
 * program would turn into a link: a stranger who signed up with the owner's address may have chosen it, and the owner may
 * have verified the address since.
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
