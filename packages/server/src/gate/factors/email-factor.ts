import { randomUUID } from 'node:crypto'
import { type CodeHashes, hashCode, isHashOf, newDigits } from '../../platform/kernel/codes.ts'
import { servedAddress } from '../../platform/kernel/own-path.ts'
import { LEASE_MS } from '../../platform/mail/outbox.ts'
import { type NewOutboxRow, outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { limitHeld } from '../limits/stranger-mails.ts'
import { withdrawMail } from '../mails/own-mail.ts'
import { writeMail } from '../mails/write-mail.ts'
import { pagePaths } from '../page-paths.ts'
import type { Transaction } from '../transaction.ts'
import type { Factor } from './factor.ts'
import { challengeCodesIn, type MailedChallenge, type Minted } from './tables/challenge-codes.ts'
import { challengesIn } from './tables/challenges.ts'

/** How long the process that sends a code counts as alive after its last sign of life, of which it gives several in this time. */
export const MARK_MS = 2000

export interface ChallengeCode {
  readonly id: string
  readonly accountId: string
  readonly expiresAt: number
  readonly mail:
    | { readonly kind: 'none' | 'accepted' | 'on-its-way' }
    | { readonly kind: 'to-send'; readonly id: string; readonly isFirst: boolean }
}

export const emailFactor: Factor<{ readonly challengeId: string; readonly typed: string }> = {
  method: 'email',
  async check({ deps }, _accountId, { challengeId, typed }) {
    const codeHash = (await challengeCodesIn(deps.store).find(challengeId))?.codeHash ?? ''
    if (!isHashOf(hashOfDigits(deps, challengeId, typed.trim()), codeHash)) return undefined
    return { spend: (tx) => challengeCodesIn(tx).isCurrent(challengeId, codeHash) }
  },
}

/** Inside the transaction of the gate. `causes` are the events to take back when the mail cannot be sent. */
export async function beginWithEmail(tx: Transaction, account: Account, causes: readonly string[]): Promise<ChallengeCode> {
  const open = await challengesIn(tx).findOpen(account, tx.deps.clock.now())
  const mailed = open && (await challengeCodesIn(tx).find(open.id))
  return (mailed && (await joinCode(tx, account, mailed))) ?? firstCode(tx, account, causes)
}

const hashOfDigits = ({ keys }: Deps, challengeId: string, digits: string): CodeHashes =>
  hashCode(keys.twoFactor, challengeId, digits)

function mintCode(context: Context, challengeId: string, account: Account) {
  const { config, clock } = context.deps
  const now = clock.now()
  const code = newDigits()
  const expiresAt = now + config.twoFactor.codeTtl
  const mail = writeMail(context, 'two-factor', account, {
    code,
    link: `${servedAddress(config.server, pagePaths.twoFactor)}#challengeId=${challengeId}&code=${code}`,
    expiresIn: config.twoFactor.codeTtl,
  })
  const [codeHash] = hashOfDigits(context.deps, challengeId, code)
  const minted: Minted = { codeHash, expiresAt, mailId: mail.id, mailPendingUntil: now + MARK_MS }
  return { minted, mail: { ...mail, expiresAt, leasedUntil: now + LEASE_MS } }
}

async function firstCode(tx: Transaction, account: Account, causes: readonly string[]): Promise<ChallengeCode> {
  const id = randomUUID()
  const { minted, mail } = mintCode(tx, id, account)
  const now = tx.deps.clock.now()
  await challengesIn(tx).add(id, account, minted.expiresAt, now)
  await challengeCodesIn(tx).remint(id, minted, false, now)
  await mailCode(tx, account, mail, causes)
  return { id, accountId: account.id, expiresAt: minted.expiresAt, mail: { kind: 'to-send', id: mail.id, isFirst: true } }
}

/** A code that was neither sent nor is being sent is replaced. Undefined when the last guess was used up meanwhile. */
export async function joinCode(tx: Transaction, account: Account, open: MailedChallenge): Promise<ChallengeCode | undefined> {
  const now = tx.deps.clock.now()
  const { id, expiresAt, mailId } = open
  const code = { id, accountId: account.id, expiresAt }
  if (open.mailAcceptedAt !== undefined) return { ...code, mail: { kind: 'accepted' } }
  if (open.mailPendingUntil > now) return { ...code, mail: { kind: 'on-its-way' } }
  // The sending process died, but perhaps only after it had sent the mail.
  if (mailId !== undefined && (await outboxIn(tx).isSent(mailId)) && (await challengeCodesIn(tx).setSent(id, mailId, now)))
    return { ...code, mail: { kind: 'accepted' } }
  return renewCode(tx, account, open, false)
}

/** A mail whose sending process died is withdrawn, so that its code is never sent. Undefined when no other code is allowed. */
export async function renewCode(
  tx: Transaction,
  account: Account,
  { id, mailId }: MailedChallenge,
  isResend: boolean,
): Promise<ChallengeCode | undefined> {
  const now = tx.deps.clock.now()
  const isReplacement = mailId !== undefined && (await withdrawMail(tx, mailId, now))
  const { minted, mail } = mintCode(tx, id, account)
  if (!(await challengeCodesIn(tx).remint(id, minted, isResend && !isReplacement, now))) return undefined
  await mailCode(tx, account, mail)
  return { id, accountId: account.id, expiresAt: minted.expiresAt, mail: { kind: 'to-send', id: mail.id, isFirst: false } }
}

async function mailCode(tx: Transaction, account: Account, mail: NewOutboxRow, causes: readonly string[] = []): Promise<void> {
  const counts = await limitHeld(tx, tx.deps, 'two-factor', account)
  const sent = await tx.record('2fa.code.sent', { targetUserId: account.id })
  await outboxIn(tx).add({ ...mail, traces: { counts, events: [sent], causes } })
}
