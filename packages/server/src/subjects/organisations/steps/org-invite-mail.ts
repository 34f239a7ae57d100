import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { unlinked, writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import { LEASE_MS } from '../../../platform/mail/outbox.ts'
import type { NewOutboxRow } from '../../../platform/mail/tables/outbox.ts'
import type { OrgInvite } from '../tables/org-invites.ts'
import type { Organisation } from '../tables/organisations.ts'

interface OrgInviteMail {
  readonly tokenHash: string
  readonly expiresAt: number
  readonly mail: NewOutboxRow
}

export const hashOfOrgInvite = (token: string): string => hashToken(`org-invite:${token.trim()}`)

/** A fresh token for an address, and the mail that carries it, in the inviter's language. Its sender waits until it was accepted. */
export function writeOrgInviteMail(
  context: Context,
  org: Organisation,
  { email, role }: Pick<OrgInvite, 'email' | 'role'>,
  inviter: Account,
): OrgInviteMail {
  const { config, clock } = context.deps
  const token = newToken()
  const lifetime = config.organisations.inviteTtl
  const expiresAt = clock.now() + lifetime
  const mail = writeMail(
    context,
    'org-invite',
    { email, name: '', verifiedAt: undefined, language: inviter.language },
    {
      code: token,
      link: `${config.server.publicUrl}${pagePaths.orgInvite}#token=${token}`,
      expiresIn: lifetime,
      organisation: unlinked(org.name),
      inviter: unlinked(inviter.name),
      role,
    },
  )
  return { tokenHash: hashOfOrgInvite(token), expiresAt, mail: { ...mail, expiresAt, leasedUntil: clock.now() + LEASE_MS } }
}
