import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CodeHashes, hashCode, newDigits } from '../kernel/codes.ts'
import { humanDuration } from '../kernel/human-duration.ts'
import { pagePaths } from '../kernel/page-paths.ts'
import { hashToken, newToken } from '../kernel/tokens.ts'
import { LEASE_MS } from '../mail/outbox.ts'
import type { Tables } from '../store/store.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Challenge, Minted, NotedEntry } from '../store/tables/challenges.ts'
import type { NewOutboxRow } from '../store/tables/outbox.ts'
import { record } from './audit.ts'
import type { Context, Deps } from './deps.ts'
import { limitMails } from './mail-limit.ts'
import { deliverOwn, type Undo } from './own-mail.ts'
import { writeMail } from './write-mail.ts'

/** A little longer than a delivery may take: past it, whoever was sending has died. */
const PENDING_MS = 15_000
const POLL_MS = 50

/** A challenge as one browser sees it: its own binding cookie, and how the code's mail stands. */
export interface OpenedChallenge {
  readonly id: string
  readonly accountId: string
  readonly binding: string
  readonly expiresAt: number
  readonly mail:
    | { readonly kind: 'accepted' }
    | { readonly kind: 'on-its-way' }
    | { readonly kind: 'to-send'; readonly id: string; readonly isFirst: boolean }
}

export const hashOfDigits = ({ keys }: Deps, challengeId: string, digits: string): CodeHashes =>
  hashCode(keys.twoFactor, challengeId, digits)

/** A fresh code for a challenge, and the mail that carries it. */
export function mintCode(
  deps: Deps,
  challengeId: string,
  account: Account,
): { readonly minted: Minted; readonly mail: NewOutboxRow } {
  const { config, clock } = deps
  const now = clock.now()
  const code = newDigits()
  const expiresAt = now + config.twoFactor.codeTtl
  const mail = writeMail(deps, 'two-factor', account, {
    code,
    link: `${config.server.publicUrl}${pagePaths.twoFactor}#challengeId=${challengeId}&code=${code}`,
    expiresIn: humanDuration(config.twoFactor.codeTtl),
  })
  const [codeHash] = hashOfDigits(deps, challengeId, code)
  return {
    minted: { codeHash, expiresAt, mailPendingUntil: now + PENDING_MS },
    mail: { ...mail, expiresAt, leasedUntil: now + LEASE_MS },
  }
}

/**
 * Opens a challenge for an account that owes a second factor, or lets this browser join the one that is open. The
 * gate has locked the account's row, so of many sign-ins at once one mails a code and the others find it on its way.
 */
export async function openChallenge(
  tx: Tables,
  context: Context,
  account: Account,
  entry: NotedEntry,
  /** What else goes when the code does not leave. */
  events: readonly string[] = [],
): Promise<OpenedChallenge> {
  const { deps } = context
  const now = deps.clock.now()
  const binding = newToken()
  const open = await tx.challenges.findOpen(account, now)
  if (open && (open.mailAcceptedAt !== undefined || open.mailPendingUntil > now)) {
    await tx.challenges.bind(open.id, hashToken(binding), entry)
    const kind = open.mailAcceptedAt !== undefined ? 'accepted' : 'on-its-way'
    return { id: open.id, accountId: account.id, binding, expiresAt: open.expiresAt, mail: { kind } }
  }
  // Either there is none, or its code never left: then the same row gets another one and keeps its guesses.
  const counts = await limitMails(tx, deps, 'two-factor', account.email)
  const id = open?.id ?? randomUUID()
  const { minted, mail } = mintCode(deps, id, account)
  if (open) await tx.challenges.remint(id, minted, false, now)
  else await tx.challenges.add(id, account, minted, now)
  await tx.challenges.bind(id, hashToken(binding), entry)
  const sent = await record(tx, context, '2fa.code.sent', { targetUserId: account.id })
  await tx.outbox.add({ ...mail, traces: { counts, events: [...events, sent] } })
  const toSend = { kind: 'to-send', id: mail.id, isFirst: open === undefined } as const
  return { id, accountId: account.id, binding, expiresAt: minted.expiresAt, mail: toSend }
}

/** Sees to it that the code has left. False when it could not: then nothing remains that nobody has a code for. */
export async function sendChallenge({ deps }: Context, { id, mail, accountId }: OpenedChallenge, undo?: Undo): Promise<boolean> {
  if (mail.kind === 'accepted') return true
  if (mail.kind === 'on-its-way') return isAcceptedInTime(deps, id)
  return deliverCode(deps, { id, accountId }, mail, undo)
}

/** Delivers a code. One that does not leave takes the challenge that it opened with it; an older one keeps its counts. */
export async function deliverCode(
  deps: Deps,
  { id, accountId }: Pick<Challenge, 'id' | 'accountId'>,
  mail: { readonly id: string; readonly isFirst: boolean },
  undo: Undo = async () => true,
): Promise<boolean> {
  const { store, clock } = deps
  const isAccepted = await deliverOwn(deps, mail.id, async (tx) => {
    await tx.accounts.hold(accountId, clock.now())
    if (mail.isFirst) await tx.challenges.remove(id)
    else await tx.challenges.setSent(id, undefined)
    return undo(tx)
  })
  if (isAccepted) await store.challenges.setSent(id, clock.now())
  return isAccepted
}

/** Another request, perhaps in another process, is sending the code: its outcome is in the row. */
export async function isAcceptedInTime({ store }: Deps, id: string): Promise<boolean> {
  for (let waited = 0; waited < PENDING_MS; waited += POLL_MS) {
    const challenge = await store.challenges.find(id)
    if (challenge?.mailAcceptedAt !== undefined) return true
    if (!challenge || challenge.mailPendingUntil === 0) return false
    await sleep(POLL_MS)
  }
  return false
}
