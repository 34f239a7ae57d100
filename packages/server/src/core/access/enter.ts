import type { EventType } from '../../kernel/events.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { type OpenedChallenge, openChallenge } from '../factors/challenge.ts'
import { sendChallenge } from '../factors/send-challenge.ts'
import type { IssuedSession } from '../sessions/issue-session.ts'
import { admit, type Visit } from './admit.ts'

export type Entry =
  | { readonly kind: 'session'; readonly account: Account; readonly issued: IssuedSession }
  | { readonly kind: 'verification-pending'; readonly account: Account }
  | { readonly kind: 'gated'; readonly account: Account; readonly challenge: OpenedChallenge }
  | { readonly kind: 'refused'; readonly reason: 'stale' | 'banned' | 'mail-failed' }

/** Under which names an entry is written to the audit log, and what is noted beside. */
interface Noted {
  readonly success: EventType
  readonly failure: EventType
  readonly metadata?: Readonly<Record<string, string>>
}

/** Leads a visitor through the gate, and opens the challenge of one who owes a second factor. */
export async function enter(tx: Tables, context: Context, visit: Visit, noted: Noted): Promise<Entry> {
  const id = visit.accountId
  const admission = await admit(tx, context, visit)
  const { success, metadata = {} } = noted
  if (admission.kind === 'admitted') {
    const { account, issued } = admission
    await record(tx, context, success, { actorId: id, targetUserId: id, sessionId: issued.session.id, metadata })
    return { kind: 'session', account, issued }
  }
  if (admission.kind === 'owes-second-factor') {
    const challenge = await openChallenge(tx, context, admission.account, {
      way: visit.way,
      event: { type: success, metadata },
    })
    return { kind: 'gated', account: admission.account, challenge }
  }
  const reasoned = { ...metadata, reason: admission.kind }
  await record(tx, context, noted.failure, { isSuccess: false, targetUserId: id, metadata: reasoned })
  if (admission.kind === 'owes-verification') return { kind: 'verification-pending', account: admission.account }
  return { kind: 'refused', reason: admission.kind }
}

/**
 * After the transaction: the code of a challenge leaves now, or there is none. A challenge that a change of credentials
 * ended meanwhile is no failure of the mail.
 */
export async function sendOwedCode(context: Context, entry: Entry): Promise<Entry> {
  if (entry.kind !== 'gated') return entry
  const challenge = await sendChallenge(context, entry.challenge)
  if (challenge) return { ...entry, challenge }
  const { id, credentialVersion } = entry.account
  const isStale = (await context.deps.store.accounts.find(id))?.credentialVersion !== credentialVersion
  return { kind: 'refused', reason: isStale ? 'stale' : 'mail-failed' }
}
