import { randomUUID } from 'node:crypto'
import { type CodeHashes, hashCode, isHashOf, newDigits } from '../../platform/kernel/codes.ts'
import { LEASE_MS } from '../../platform/mail/outbox.ts'
import { type NewOutboxRow, outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { limitMails } from '../limits/mail-limit.ts'
import { withdrawMail } from '../mails/own-mail.ts'
import { writeMail } from '../mails/write-mail.ts'
import { pagePaths } from '../page-paths.ts'
import type { Transaction } from '../transaction.ts'
import type { Factor } from './factor.ts'
import { challengeCodesIn, type MailedChallenge, type Minted } from './tables/challenge-codes.ts'
import { challengesIn } from './tables/challenges.ts'

/** How long the sender of a code counts as alive unless it says so again, which it does several times in this time. */
export const MARK_MS = 2000

/** A challenge, and how the mail with its code stands. */
export interface ChallengeCode {
  readonly id: string
  readonly accountId: string
  readonly expiresAt: number
  readonly mail: /** Where nothing is mailed. */
    | { readonly kind: 'none' }
    | { readonly kind: 'accepted' }
    | { readonly kind: 'on-its-way' }
    | { readonly kind: 'to-send'; readonly id: string; readonly isFirst: boolean }
}

/** Digits, mailed to the address of the account for one challenge. */
export const emailFactor: Factor<{ readonly challengeId: string; readonly typed: string }> = {
  method: 'email',
  async check({ deps }, _accountId, { challengeId, typed }) {
    const codeHash = (await challengeCodesIn(deps.store).find(challengeId))?.codeHash ?? ''
    if (!isHashOf(hashOfDigits(deps, challengeId, typed.trim()), codeHash)) return undefined
    return { spend: (tx) => challengeCodesIn(tx).isCurrent(challengeId, codeHash) }
  },
}

/** A code for a sign-in that owes one: a new challenge, or the one that is open. Inside the transaction of the gate. */
export async function beginWithEmail(
  tx: Transaction,
  account: Account,
  /** Events that go when the mail cannot leave after all. */
  causes: readonly string[],
): Promise<ChallengeCode> {
  const open = await challengesIn(tx).findOpen(account, tx.deps.clock.now())
  const mailed = open && (await challengeCodesIn(tx).find(open.id))
  return (mailed && (await joinCode(tx, account, mailed))) ?? firstCode(tx, account, causes)
}

const hashOfDigits = ({ keys }: Deps, challengeId: string, digits: string): CodeHashes =>
  hashCode(keys.twoFactor, challengeId, digits)

/** A fresh code for a challenge, and the mail that carries it. */
function mintCode(
  context: Context,
  challengeId: string,
  account: Account,
): { readonly minted: Minted; readonly mail: NewOutboxRow } {
  const { deps } = context
  const { config, clock } = deps
  const now = clock.now()
  const code = newDigits()
  const expiresAt = now + config.twoFactor.codeTtl
  const mail = writeMail(context, 'two-factor', account, {
    code,
    link: `${config.server.publicUrl}${pagePaths.twoFactor}#challengeId=${challengeId}&code=${code}`,
    expiresIn: config.twoFactor.codeTtl,
  })
  const [codeHash] = hashOfDigits(deps, challengeId, code)
  return {
    minted: { codeHash, expiresAt, mailId: mail.id, mailPendingUntil: now + MARK_MS },
    mail: { ...mail, expiresAt, leasedUntil: now + LEASE_MS },
  }
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

/**
 * The code of an open challenge, if it has left or is being sent; else the same row gets another one. Undefined
 * when its last guess was used up meanwhile.
 */
export async function joinCode(tx: Transaction, account: Account, open: MailedChallenge): Promise<ChallengeCode | undefined> {
  const now = tx.deps.clock.now()
  const { id, expiresAt, mailId } = open
  const code = { id, accountId: account.id, expiresAt }
  if (open.mailAcceptedAt !== undefined) return { ...code, mail: { kind: 'accepted' } }
  if (open.mailPendingUntil > now) return { ...code, mail: { kind: 'on-its-way' } }
  // Its sender died; perhaps only after the mail had left.
  if (mailId !== undefined && (await outboxIn(tx).isSent(mailId)) && (await challengeCodesIn(tx).setSent(id, mailId, now))) {
    return { ...code, mail: { kind: 'accepted' } }
  }
  return renewCode(tx, account, open, false)
}

/**
 * Puts a fresh code on a challenge. A mail that a process died over is withdrawn, so that its code leaves no more, and
 * whatever it counted as, this one is in its place. Undefined when the challenge takes no other code.
 */
export async function renewCode(
  tx: Transaction,
  account: Account,
  { id, mailId }: MailedChallenge,
  isResend: boolean,
): Promise<ChallengeCode | undefined> {
  const now = tx.deps.clock.now()
  const isInItsPlace = mailId !== undefined && (await withdrawMail(tx, mailId, now))
  const { minted, mail } = mintCode(tx, id, account)
  if (!(await challengeCodesIn(tx).remint(id, minted, isResend && !isInItsPlace, now))) return undefined
  await mailCode(tx, account, mail)
  return { id, accountId: account.id, expiresAt: minted.expiresAt, mail: { kind: 'to-send', id: mail.id, isFirst: false } }
}

async function mailCode(tx: Transaction, account: Account, mail: NewOutboxRow, causes: readonly string[] = []): Promise<void> {
  const counts = await limitMails(tx, tx.deps, 'two-factor', account.email)
  const sent = await tx.record('2fa.code.sent', { targetUserId: account.id })
  await outboxIn(tx).add({ ...mail, traces: { counts, events: [sent], causes } })
}
