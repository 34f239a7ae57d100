import { DEFAULT_LANGUAGE } from '../../kernel/language.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { hashToken, newToken } from '../../kernel/tokens.ts'
import { LEASE_MS } from '../../mail/outbox.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { NewOutboxRow } from '../../store/tables/outbox.ts'
import type { Context } from '../deps.ts'
import { writeMail } from '../mails/write-mail.ts'

export { statusOf as inviteStatus } from '../../store/tables/invites.ts'

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
