import type { Caller, Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { consentsIn } from '../tables/consents.ts'
import { requestsIn } from '../tables/requests.ts'
import { holdCaller, subjectOf } from './answer-request.ts'
import { findClient } from './authenticate-client.ts'
import { findRequest } from './open-request.ts'
import { chosenHash, requiredStep } from './required-step.ts'

type Answering = Context & { readonly cookies: PresentedCookies }

/**
 * Yes is said to what was shown, as its hash tells: where the client, what it asks for or who is signed in has changed since the page was
 * shown, nothing is allowed and the page is shown again.
 */
export async function giveConsent(
  call: Answering,
  caller: Caller | undefined,
  token: string | undefined,
  shown: string,
): Promise<'given' | 'changed'> {
  const found = await findRequest(call.deps, call.cookies, token)
  if (found.kind === 'over' || !caller) return 'given'
  const { request } = found
  if (request.params.hintedSubject !== undefined) await call.deps.dataKeys.get()
  return inTransaction(call, async (tx) => {
    const held = await holdCaller(tx, caller)
    const client = await findClient(tx, request.clientId)
    if (!held || !client || client.disabledAt !== undefined) return 'given'
    const step = await requiredStep(tx, tx.deps, held, { client, pending: request })
    if (step.kind !== 'consent') return 'given'
    if (step.shown !== shown) return 'changed'
    const now = tx.deps.clock.now()
    if (!(await requestsIn(tx).allow(request.hash, shown, now))) return 'given'
    const accountId = held.account.id
    const { audience } = request.params
    const audiences = audience === undefined ? [] : [audience]
    const of = { accountId, clientId: client.id }
    await consentsIn(tx).allow({ id: newId(now), ...of, scopes: step.scopes, audiences, givenAt: now })
    const subject = subjectOf(held, client)
    const allowed = { scopes: step.scopes.join(' '), ...(audience !== undefined && { resource: audience }) }
    await tx.record('oidc.consent.given', { ...subject, metadata: { ...subject.metadata, ...allowed } })
    return 'given'
  })
}

/** The visitor goes on as the account that is signed in here. */
export async function chooseAccount(call: Answering, caller: Caller | undefined, token: string | undefined): Promise<void> {
  const { store, clock } = call.deps
  const found = await findRequest(call.deps, call.cookies, token)
  if (found.kind === 'over' || !caller) return
  await requestsIn(store).choose(found.request.hash, chosenHash(found.request, caller.account), clock.now())
}
