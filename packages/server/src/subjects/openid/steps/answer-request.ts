import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { currentDevice } from '../../../gate/sessions/trusted-device.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { isRegisteredUri } from '../clients/redirect-uri.ts'
import type { OidcClient } from '../tables/clients.ts'
import { authorizationCodesIn, hashOfAuthorizationCode } from '../tables/codes.ts'
import { grantsIn } from '../tables/grants.ts'
import { requestsIn } from '../tables/requests.ts'
import { findClient } from './authenticate-client.ts'
import { type Pending, requiredStep, type Step } from './required-step.ts'

/** RFC 6749, 4.1.2, allows ten minutes; an application asks within a second. */
const CODE_MS = 60_000

/** Of whom nothing was found out but a cookie: the account, its session and the client are read in the transaction. */
interface Asking {
  readonly caller: Caller
  readonly clientId: string
  readonly pending: Pending
}

export type Outcome =
  | { readonly kind: 'code'; readonly code: string; readonly client: OidcClient }
  | Exclude<Step, { readonly kind: 'answer' }>
  /** The session ended a moment ago. */
  | { readonly kind: 'signed-out' }
  /** The client was removed or changed meanwhile, so that no address is left to answer to. */
  | { readonly kind: 'client-gone' }
  /** Another tab was faster. */
  | { readonly kind: 'used' }

/**
 * The code for which an application gets its tokens, or what has to be done first. All that decides is asked on the held account: so a ban,
 * the end of the session and whatever else takes the account away comes either before, and is seen, or after, and ends what was given.
 */
export async function answerRequest(context: Context, asking: Asking): Promise<Outcome> {
  // The key may be made at its first use, which is no work for inside the transaction.
  if (asking.pending.params.hintedSubject !== undefined) await context.deps.dataKeys.get()
  return inTransaction(context, async (tx) => {
    const held = await holdCaller(tx, asking.caller)
    if (!held) return { kind: 'signed-out' }
    const { pending } = asking
    const client = await findClient(tx, asking.clientId)
    if (!client || client.disabledAt !== undefined || !isRegisteredUri(client, pending.params.redirectUri))
      return { kind: 'client-gone' }
    const step = await requiredStep(tx, tx.deps, held, { client, pending })
    if (step.kind !== 'answer') return step
    const now = tx.deps.clock.now()
    if (pending.hash !== undefined && !(await requestsIn(tx).take(pending.hash, now))) return { kind: 'used' }
    const code = newToken()
    const { redirectUri, challenge, nonce, audience } = pending.params
    await authorizationCodesIn(tx).add({
      ...{ hash: hashOfAuthorizationCode(code), clientId: client.id, accountId: held.account.id, sessionId: held.session.id },
      browser: currentDevice(tx, held.account.id),
      ...{ redirectUri, challenge, nonce, audience, scopes: step.scopes, proof: step.proof },
      ...{ createdAt: now, expiresAt: now + CODE_MS },
    })
    if (!(await isRepeated(tx, held, client, pending, step.scopes))) await tx.record('oidc.authorized', subjectOf(held, client))
    return { kind: 'code', code, client }
  })
}

/** An application that asks without a page whether its person is still there: the log has it that they were let in, and every redemption. */
async function isRepeated(
  tx: Transaction,
  { account, session }: Caller,
  { id }: OidcClient,
  { params }: Pending,
  scopes: readonly string[],
): Promise<boolean> {
  if (!params.prompt.includes('none')) return false
  const grant = await grantsIn(tx).findLetIn(account.id, id, session.id)
  return grant !== undefined && scopes.every((scope) => grant.scopes.includes(scope))
}

/** As the account and the session are while the row of the account is held. */
export async function holdCaller(tx: Transaction, caller: Caller): Promise<Caller | undefined> {
  const now = tx.deps.clock.now()
  const account = await accountsIn(tx).lock(caller.account.id, now)
  if (!account || account.bannedAt !== undefined) return undefined
  const session = await sessionsIn(tx).find(caller.session.id)
  const isAlive = session !== undefined && session.revokedAt === undefined && session.refreshExpiresAt > now
  return isAlive && session.accountId === account.id ? { account, session } : undefined
}

/** For the audit log. */
export const subjectOf = ({ account, session }: Caller, { id }: Pick<OidcClient, 'id'>) => ({
  actorId: account.id,
  targetUserId: account.id,
  sessionId: session.id,
  metadata: { client: id },
})
