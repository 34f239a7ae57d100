import type { Account } from '../../store/tables/accounts.ts'
import type { AuditEvent } from '../../store/tables/audit.ts'
import type { Tables } from '../../store/tables.ts'
import type { Caller, Deps } from '../deps.ts'
import { type AccountOrigin, originOf } from './account-origin.ts'
import { labelsOf, type WaysIn, waysIn } from './ways-in.ts'

/** The proof and the session that it began are written in one transaction. */
const WITHIN_MS = 60_000
/** How long the owner of a mailbox has to find out that a stranger has made the account. */
const NOT_ME_MS = 72 * 3_600_000

/** What the owner of a mailbox should know about an account that a stranger may have made: providers as people know them. */
export interface ProvedElsewhere extends AccountOrigin, WaysIn {
  /** Providers that no longer open it. */
  readonly removed: readonly string[]
}

/** For a caller whose session began with the first proof of the mailbox, in a browser that the account did not know. */
export async function provedElsewhere(deps: Deps, { account, session }: Caller): Promise<ProvedElsewhere | undefined> {
  const { store } = deps
  const proofs = await foreignProofs(store, account.id, session.createdAt)
  const proof = proofs.find(({ sessionId }) => sessionId === session.id)
  if (!proof) return undefined
  const removed = String(proof.metadata['removed'] ?? '')
    .split(' ')
    .filter(Boolean)
  const { hasPassword, providers, passkeys } = await waysIn(store, deps, account)
  const named = { providers: labelsOf(deps, providers), removed: labelsOf(deps, removed) }
  return { ...(await originOf(store, account)), hasPassword, passkeys, ...named }
}

/**
 * Whether the mailbox of an account was first proved a short while ago, in a browser that the account did not know. A new
 * password then says "this wasn't me": a stranger may have the old one, and may have used it since.
 */
export async function isFreshlyProvedElsewhere(tables: Tables, { clock }: Deps, { id, verifiedAt }: Account): Promise<boolean> {
  if (verifiedAt === undefined || clock.now() >= verifiedAt + NOT_ME_MS) return false
  return (await foreignProofs(tables, id, verifiedAt)).length > 0
}

async function foreignProofs(tables: Tables, accountId: string, from: number): Promise<readonly AuditEvent[]> {
  const filter = { type: 'email.verified', targetUserId: accountId, from, to: from + WITHIN_MS }
  const { events } = await tables.audit.newest(filter, 10)
  return events.filter(({ metadata }) => metadata['browser'] === 'unknown')
}
