import { pagePaths } from '../../../gate/page-paths.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, Visit } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { PageResult } from '../../../platform/kernel/hosted-page.ts'
import type { Refusal } from '../clients/refusals.ts'
import { answerRequest, type Outcome } from '../steps/answer-request.ts'
import type { RefusedRequest } from '../steps/authorization-params.ts'
import { type destinationOf, readRequest } from '../steps/authorization-request.ts'
import { noteRefusal } from '../steps/note-refusal.ts'
import { openRequest } from '../steps/open-request.ts'
import type { OidcClient } from '../tables/clients.ts'
import { pageFor } from './addresses.ts'
import { languageAsked } from './language-asked.ts'
import { shownError } from './oidc-error.tsx'
import { sendToClient } from './send-to-client.tsx'

/**
 * An application sends a person here to be signed in. Who is signed in already and has nothing to be asked goes back at once; everything
 * else is kept in a row for this browser, and asked on pages of ours.
 */
export const authorizePage = (looks: Looks): Hosted => ({
  path: pagePaths.authorize,
  for: 'anybody',
  isOneWay: true,

  async show(visit) {
    const read = await readRequest(visit.deps, new URLSearchParams(queryOf(visit)))
    if (read.kind === 'shown') {
      if (read.client && read.refusal) noteRefusal(visit.deps, read.client.id, read.refusal, read.redirectUri)
      return shownError(visit, looks, read)
    }
    const { client, to } = read
    if (read.kind === 'refused') return refuse(visit, looks, client, read.why, to)
    const { params } = read
    const createdAt = visit.deps.clock.now()
    const pending = { params, createdAt }
    const outcome: Outcome = visit.caller
      ? await answerRequest(visit, { caller: visit.caller, clientId: client.id, pending })
      : { kind: 'signed-out' }
    if (outcome.kind === 'code')
      return sendToClient(visit, { looks, client, to, message: { code: outcome.code }, isAfterForm: false })
    if (outcome.kind === 'client-gone') return shownError(visit, looks, { reason: 'client_unknown' })
    if (params.prompt.includes('none')) return refuse(visit, looks, client, silentRefusal(outcome), to)
    await visit.count('begun')
    const opened = await openRequest(visit.deps, visit.cookies, { clientId: client.id, params, createdAt })
    const cookies = { oidc: opened.cookie, ...(visit.caller ? {} : languageAsked(visit, params.locales)) }
    return new Redirect(pageFor(outcome.kind, opened.token), cookies)
  },
})

type Told = Omit<RefusedRequest, 'refusal'> & { readonly refusal?: Refusal }

const queryOf = ({ address }: Visit): string => {
  const at = address.indexOf('?')
  return at < 0 ? '' : address.slice(at + 1)
}

function refuse(
  visit: Visit,
  looks: Looks,
  client: OidcClient,
  { error, description, refusal }: Told,
  to: ReturnType<typeof destinationOf>,
): PageResult {
  if (refusal !== undefined) noteRefusal(visit.deps, client.id, refusal)
  const message = { error, error_description: description }
  return sendToClient(visit, { looks, client, to, message, isAfterForm: false })
}

/**
 * What an application is told that has asked for an answer without any page (OpenID Connect Core 1.0, 3.1.2.6). It asks again and again,
 * and no person does anything: so this is no act for the log, and no mistake of the application unless the person lacks what it demands.
 */
function silentRefusal(outcome: Exclude<Outcome, { readonly kind: 'code' | 'client-gone' }>): Told {
  switch (outcome.kind) {
    case 'signed-out':
    case 'used':
      return { error: 'login_required', description: 'nobody is signed in' }
    case 'other-account':
    case 'choose':
      return { error: 'login_required', description: 'somebody else is signed in' }
    case 'prove':
      return { error: outcome.error, description: 'the person has to prove who they are' }
    case 'consent':
      return { error: 'consent_required', description: 'the person has to be asked' }
    case 'demand':
      return {
        error: 'access_denied',
        description: `the person does not have what the client demands: ${outcome.demand}`,
        refusal: `demand_${outcome.demand}`,
      }
  }
}
