import { randomUUID } from 'node:crypto'
import { type CodeHashes, hashCode, isHashOf, newDigits } from '../../kernel/codes.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { LEASE_MS } from '../../mail/outbox.ts'
import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Challenge, Minted } from '../../store/tables/challenges.ts'
import type { NewOutboxRow } from '../../store/tables/outbox.ts'
import { record } from '../audit/audit.ts'
import type { Context, Deps } from '../deps.ts'
import { limitMails } from '../limits/mail-limit.ts'
import { withdrawMail } from '../mails/own-mail.ts'
import { writeMail } from '../mails/write-mail.ts'
import type { Factor } from './factor.ts'

/** How long the sender of a code counts as alive unless it says so again, which it does several times in this time. */
export const MARK_MS = 2000

/** The code of a challenge, and how its mail stands. */
export interface ChallengeCode {
  readonly id: string
  readonly accountId: string
  readonly expiresAt: number
  readonly mail:
    | { readonly kind: 'accepted' }
    | { readonly kind: 'on-its-way' }
    | { readonly kind: 'to-send'; readonly id: string; readonly isFirst: boolean }
}

/** Digits, mailed to the address of the account. */
export const emailFactor: Factor<ChallengeCode> = {
  kind: 'email',
  async begin(tx, context, account, causes) {
    const open = await tx.challenges.findOpen(account, context.deps.clock.now())
    return (open && (await joinCode(tx, context, account, open))) ?? firstCode(tx, context, account, causes)
  },
  check: (deps, { id, codeHash }, typed) => isHashOf(hashOfDigits(deps, id, typed.trim()), codeHash),
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

async function firstCode(tx: Tables, context: Context, account: Account, causes: readonly string[]): Promise<ChallengeCode> {
  const id = randomUUID()
  const { minted, mail } = mintCode(context, id, account)
  await tx.challenges.add(id, account, minted, context.deps.clock.now())
  await mailCode(tx, context, account, mail, causes)
  return { id, accountId: account.id, expiresAt: minted.expiresAt, mail: { kind: 'to-send', id: mail.id, isFirst: true } }
}

/**
 * The code of an open challenge, if it has left or is being sent; else the same row gets another one. Undefined
 * when its last guess was used up meanwhile.
 */
export async function joinCode(
  tx: Tables,
  context: Context,
  account: Account,
  open: Challenge,
): Promise<ChallengeCode | undefined> {
  const now = context.deps.clock.now()
  const { id, expiresAt, mailId } = open
  const code = { id, accountId: account.id, expiresAt }
  if (open.mailAcceptedAt !== undefined) return { ...code, mail: { kind: 'accepted' } }
  if (open.mailPendingUntil > now) return { ...code, mail: { kind: 'on-its-way' } }
  // Its sender died; perhaps only after the mail had left.
  if (mailId !== undefined && (await tx.outbox.isSent(mailId)) && (await tx.challenges.setSent(id, mailId, now))) {
    return { ...code, mail: { kind: 'accepted' } }
  }
  return renewCode(tx, context, account, open, false)
}

/**
 * Puts a fresh code on a challenge. A mail that a process died over is withdrawn, so that its code leaves no more, and
 * whatever it counted as, this one is in its place. Undefined when the challenge takes no other code.
 */
export async function renewCode(
  tx: Tables,
  context: Context,
  account: Account,
  { id, mailId }: Challenge,
  isResend: boolean,
): Promise<ChallengeCode | undefined> {
  const now = context.deps.clock.now()
  const isInItsPlace = mailId !== undefined && (await withdrawMail(tx, mailId, now))
  const { minted, mail } = mintCode(context, id, account)
  if (!(await tx.challenges.remint(id, minted, isResend && !isInItsPlace, now))) return undefined
  await mailCode(tx, context, account, mail)
  return { id, accountId: account.id, expiresAt: minted.expiresAt, mail: { kind: 'to-send', id: mail.id, isFirst: false } }
}

async function mailCode(
  tx: Tables,
  context: Context,
  account: Account,
  mail: NewOutboxRow,
  causes: readonly string[] = [],
): Promise<void> {
  const counts = await limitMails(tx, context.deps, 'two-factor', account.email)
  const sent = await record(tx, context, '2fa.code.sent', { targetUserId: account.id })
  await tx.outbox.add({ ...mail, traces: { counts, events: [sent], causes } })
}
