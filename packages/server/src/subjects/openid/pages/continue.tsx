import { pagePaths } from '../../../gate/page-paths.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, Visit } from '../../../gate/pages/view.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { PageResult } from '../../../platform/kernel/hosted-page.ts'
import { isRegisteredUri } from '../clients/redirect-uri.ts'
import { answerRequest } from '../steps/answer-request.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { destinationOf } from '../steps/authorization-request.ts'
import { noteRefusal } from '../steps/note-refusal.ts'
import { findRequest } from '../steps/open-request.ts'
import type { OidcClient } from '../tables/clients.ts'
import { type AuthorizationRequest, requestsIn } from '../tables/requests.ts'
import { pageFor } from './addresses.ts'
import { expiredPage, shownError } from './oidc-error.tsx'
import { sendToClient } from './send-to-client.tsx'
import { unmetDemandPage } from './unmet-demand.tsx'

/** Where every page of ours leads back to that an application's request had to wait for. A form of ours may have come before. */
export const continuePage = (looks: Looks): Hosted => ({
  path: pagePaths.continueToApp,
  for: 'anybody',
  isOneWay: true,

  async show(visit) {
    const { deps, caller, query } = visit
    const { request: token = '' } = query
    const found = await findRequest(deps, visit.cookies, token)
    const clientId = found.kind === 'open' ? found.request.clientId : found.clientId
    const client = clientId === undefined ? undefined : await findClient(deps.store, clientId)
    if (found.kind === 'over') return expiredPage(visit, looks, client)
    const { request } = found
    if (!client) return shownError(visit, looks, { reason: 'client_unknown' })
    if (client.disabledAt !== undefined) return shownError(visit, looks, { reason: 'client_disabled', client })
    const { redirectUri } = request.params
    if (!isRegisteredUri(client, redirectUri))
      return shownError(visit, looks, { reason: 'redirect_uri_unknown', client, redirectUri })
    if (query['answer'] === 'cancel') return cancel(visit, looks, client, request)
    if (!caller) return new Redirect(pageFor('signed-out', token))
    const outcome = await answerRequest(visit, { caller, clientId: client.id, pending: request })
    switch (outcome.kind) {
      case 'code': {
        const message = { code: outcome.code }
        return sendToClient(visit, { looks, client, to: destinationOf(request.params), message, isAfterForm: true })
      }
      case 'demand':
        noteRefusal(deps, client.id, `demand_${outcome.demand}`)
        return unmetDemandPage(visit, looks, { client, demand: outcome.demand, token })
      case 'client-gone':
        return shownError(visit, looks, { reason: 'client_unknown' })
      case 'used':
        return expiredPage(visit, looks, client)
      default:
        return new Redirect(pageFor(outcome.kind, token))
    }
  },
})

async function cancel(
  visit: Visit,
  looks: Looks,
  client: OidcClient,
  { hash, params }: AuthorizationRequest,
): Promise<PageResult> {
  const isTaken = await inTransaction(visit, async (tx) => {
    const taken = await requestsIn(tx).take(hash, tx.deps.clock.now())
    const id = visit.caller?.account.id
    const subject = {
      isSuccess: false,
      metadata: { client: client.id },
      ...(id !== undefined && { actorId: id, targetUserId: id }),
    }
    if (taken) await tx.record('oidc.consent.denied', subject)
    return taken
  })
  if (!isTaken) return expiredPage(visit, looks, client)
  const message = { error: 'access_denied', error_description: 'the person did not want to' } as const
  return sendToClient(visit, { looks, client, to: destinationOf(params), message, isAfterForm: true })
}
