import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { deliverOwn, type Undo } from '../../../gate/mails/own-mail.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import type { MailValues } from '../../../platform/mail/mail-templates.ts'
import { LEASE_MS } from '../../../platform/mail/outbox.ts'
import type { NewOutboxRow } from '../../../platform/mail/tables/outbox.ts'

/** The kind is part of the hash, so that the token of one kind of invite opens none of the other. */
const PAGES = { invite: pagePaths.invite, 'org-invite': pagePaths.orgInvite } as const
type InviteKind = keyof typeof PAGES

export const hashOfInvite = (kind: InviteKind, token: string): string => hashToken(`${kind}:${token.trim()}`)

type InviteMail = { readonly tokenHash: string; readonly expiresAt: number; readonly row: NewOutboxRow }

/** The mail is leased to this process: the flow sends it itself, and waits until a mail server has accepted it. */
export function writeInviteMail(
  context: Context,
  kind: InviteKind,
  { email, language, lifetimeMs }: { email: string; language: Account['language']; lifetimeMs: number },
  values: Partial<MailValues> = {},
): InviteMail {
  const { config, clock } = context.deps
  const now = clock.now()
  const token = newToken()
  const link = `${servedAddress(config.server, PAGES[kind])}#token=${token}`
  const reader = { email, name: '', verifiedAt: undefined, language }
  const mail = writeMail(context, kind, reader, { code: token, link, expiresIn: lifetimeMs, ...values })
  const expiresAt = now + lifetimeMs
  return { tokenHash: hashOfInvite(kind, token), expiresAt, row: { ...mail, expiresAt, leasedUntil: now + LEASE_MS } }
}

/** Comes after the transaction: a mail that cannot be sent leaves nothing behind, because `undo` takes its cause back. */
export async function deliverInvite(deps: Deps, { row }: InviteMail, undo: Undo): Promise<void> {
  if (!(await deliverOwn(deps, row.id, undo))) throw new Failure('email_failed')
}
