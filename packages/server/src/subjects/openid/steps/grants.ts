import { endOneSession } from '../../../gate/access/end-access.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { issueApplicationSession } from '../../../gate/sessions/issue-application-session.ts'
import type { Session } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { OidcClient } from '../tables/clients.ts'
import { type Grant, grantsIn, type LetInFrom } from '../tables/grants.ts'

/** Of one application a person may have so many sessions of its own, and one that was unused for longest makes room. */
const MOST_OWN_SESSIONS = 20

export interface Opening {
  readonly account: Account
  readonly client: OidcClient
  /** In which the person has let the application in. */
  readonly session: Session
  readonly scopes: readonly string[]
  /** Where the application stays when that session ends, and what it was let in from. A device that has no browser names nothing. */
  readonly own?: Partial<LetInFrom> | undefined
}

export interface OpenedGrant {
  readonly grant: Grant
  /** Whose end is the end of the grant. */
  readonly session: Session
}

/**
 * The grant of an application. The caller has locked the account's row, holds the client, and has found the session alive: so neither of
 * them ends without the grant.
 */
export async function openGrant(tx: Transaction, opening: Opening): Promise<OpenedGrant> {
  const { account, client, scopes } = opening
  const { own } = opening
  if (own) return openWithOwnSession(tx, opening, { browser: own.browser, fromSessionId: own.fromSessionId })
  const { session } = opening
  const now = tx.deps.clock.now()
  const before = await grantsIn(tx).findLive(session.id, client.id)
  if (before) {
    const grant = await grantsIn(tx).use(before.id, [...new Set([...before.scopes, ...scopes])], now)
    if (grant) return { grant, session }
  }
  return { grant: await add(tx, account, client, session, { scopes, hasOwnSession: false, ...NOWHERE }), session }
}

const NOWHERE: LetInFrom = { browser: undefined, fromSessionId: undefined }

/**
 * One for each browser: a newer sign-in begins a session, because its life counts from there, and the grant moves to it with all its tokens.
 * So two tabs that are let in at once both stay, under one `sid`, and nothing ended of which the application would have to be told.
 */
async function openWithOwnSession(
  tx: Transaction,
  { account, client, session: from, scopes }: Opening,
  letInFrom: LetInFrom,
): Promise<OpenedGrant> {
  const now = tx.deps.clock.now()
  const before = await grantsIn(tx).findOwn(account.id, client.id, letInFrom, now)
  if (!before)
    for (const { sessionId } of await grantsIn(tx).surplus(account.id, client.id, MOST_OWN_SESSIONS - 1))
      await endOneSession(tx, { id: sessionId, accountId: account.id }, 'session_cap')
  const session = await issueApplicationSession(tx, account, { from, name: client.name, replacedId: before?.sessionId })
  if (before) {
    await grantsIn(tx).noteLetIn(before.id, letInFrom)
    const grant = await grantsIn(tx).use(before.id, [...new Set([...before.scopes, ...scopes])], now)
    if (grant) return { grant, session }
  }
  return { grant: await add(tx, account, client, session, { scopes, hasOwnSession: true, ...letInFrom }), session }
}

const add = (
  tx: Transaction,
  { id: accountId }: Account,
  { id: clientId }: OidcClient,
  { id: sessionId }: Session,
  rest: Pick<Grant, 'scopes' | 'hasOwnSession'> & LetInFrom,
): Promise<Grant> => {
  const now = tx.deps.clock.now()
  return grantsIn(tx).add({ id: newId(now), accountId, clientId, sessionId, createdAt: now, ...rest })
}
