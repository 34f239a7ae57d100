import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { DEFAULT_LANGUAGE } from '../../../platform/kernel/language.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import { LEASE_MS } from '../../../platform/mail/outbox.ts'
import type { NewOutboxRow } from '../../../platform/mail/tables/outbox.ts'

export { statusOf as inviteStatus } from '../tables/invites.ts'

interface InviteMail {
  readonly tokenHash: string
  readonly expiresAt: number
  readonly mail: NewOutboxRow
}

/** The administrator who invites; undefined at the command line. */
export type Inviter = Pick<Account, 'id' | 'language'> | undefined

export const hashOfInvite = (token: string): string => hashToken(`invite:${token.trim()}`)

/** A fresh token for an address, and the mail that carries it, in the inviter's language. Its sender waits until it was accepted. */
export function writeInviteMail(context: Context, email: string, inviter: Inviter): InviteMail {
  const { config, clock } = context.deps
  const now = clock.now()
  const token = newToken()
  const lifetime = config.registration.inviteTtl
  const mail = writeMail(
    context,
    'invite',
    { email, name: '', verifiedAt: undefined, language: inviter?.language ?? DEFAULT_LANGUAGE },
    {
      code: token,
      link: `${config.server.publicUrl}${pagePaths.invite}#token=${token}`,
      expiresIn: lifetime,
    },
  )
  return {
    tokenHash: hashOfInvite(token),
    expiresAt: now + lifetime,
    mail: { ...mail, expiresAt: now + lifetime, leasedUntil: now + LEASE_MS },
  }
}
