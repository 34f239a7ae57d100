import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { type CodeHashes, canonicalCode, hashCode } from '../../../platform/kernel/codes.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { EmailChange, Mailbox } from '../tables/email-changes.ts'

export const hashOfChangeCode = ({ keys }: Pick<Deps, 'keys'>, typed: string): CodeHashes =>
  hashCode(keys.codes, 'email-change', canonicalCode(typed))

export const hashOfRevert = (typed: string): string => hashToken(`email-revert:${typed.trim()}`)

export const mailboxOf = ({ newHash }: EmailChange, hashes: CodeHashes): Mailbox => (hashes.includes(newHash) ? 'new' : 'old')

export const mailboxesOf = ({ oldHash }: EmailChange): Mailbox[] => (oldHash === undefined ? ['new'] : ['new', 'old'])

export const confirmedOf = ({ newConfirmedAt, oldConfirmedAt }: EmailChange): Mailbox[] => [
  ...(newConfirmedAt === undefined ? [] : (['new'] as const)),
  ...(oldConfirmedAt === undefined ? [] : (['old'] as const)),
]

export type ChangeRefusal = 'code_invalid' | 'code_already_used' | 'code_expired' | 'email_change_conflict'

/** The change needs no agreement of the old mailbox, because that was not proved at the time; it has been proved since. */
export const isOutdated = ({ oldHash, isRevertible }: EmailChange, { verifiedAt }: Pick<Account, 'verifiedAt'>): boolean =>
  verifiedAt !== undefined && oldHash === undefined && !isRevertible

export function refusalOf(
  change: EmailChange | undefined,
  account: Pick<Account, 'verifiedAt'>,
  hashes: CodeHashes,
  now: number,
): ChangeRefusal | undefined {
  if (!change) return 'code_invalid'
  if (change.ending === 'overruled') return 'email_change_conflict'
  if (change.ending === 'cancelled') return 'code_invalid'
  if (confirmedOf(change).includes(mailboxOf(change, hashes))) return 'code_already_used'
  if (isOutdated(change, account)) return 'code_invalid'
  return change.expiresAt <= now ? 'code_expired' : undefined
}
