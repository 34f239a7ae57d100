import { endOneSession } from '../../../gate/access/end-access.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { issueApplicationSession } from '../../../gate/sessions/issue-application-session.ts'
import type { Session } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { OidcClient } from '../tables/clients.ts'
import { type Grant, grantsIn } from '../tables/grants.ts'

/** Of one application a person may have so many sessions of its own, and one that was unused for longest makes room. */
const MOST_OWN_SESSIONS = 20

export interface Opening {
  readonly account: Account
  readonly client: OidcClient
  /** In which the person has let the application in. */
  readonly session: Session
  readonly scopes: readonly string[]
  /** The application is not that browser, and stays when its session ends. */
  readonly hasOwnSession: boolean
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
  if (opening.hasOwnSession) return openWithOwnSession(tx, opening)
  const { session } = opening
  const now = tx.deps.clock.now()
  const before = await grantsIn(tx).findLive(session.id, client.id)
  if (before) {
    const grant = await grantsIn(tx).use(before.id, [...new Set([...before.scopes, ...scopes])], now)
    if (grant) return { grant, session }
  }
  return { grant: await add(tx, account, client, session, { scopes, hasOwnSession: false }), session }
}

async function openWithOwnSession(tx: Transaction, { account, client, session: from, scopes }: Opening): Promise<OpenedGrant> {
  for (const { sessionId } of await grantsIn(tx).surplus(account.id, client.id, MOST_OWN_SESSIONS - 1))
    await endOneSession(tx, { id: sessionId, accountId: account.id }, 'session_cap')
  const session = await issueApplicationSession(tx, account, { from, name: client.name })
  return { grant: await add(tx, account, client, session, { scopes, hasOwnSession: true }), session }
}

const add = (
  tx: Transaction,
  { id: accountId }: Account,
  { id: clientId }: OidcClient,
  { id: sessionId }: Session,
  rest: Pick<Grant, 'scopes' | 'hasOwnSession'>,
): Promise<Grant> => {
  const now = tx.deps.clock.now()
  return grantsIn(tx).add({ id: newId(now), accountId, clientId, sessionId, createdAt: now, ...rest })
}
