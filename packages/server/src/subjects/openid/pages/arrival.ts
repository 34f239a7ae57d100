import { returnAddress } from '../../../gate/access/return-address.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Arrival } from '../../../gate/pages/page-hooks.ts'
import type { Visit } from '../../../gate/pages/view.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { servedPath } from '../../../platform/kernel/own-path.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { findRequest } from '../steps/open-request.ts'
import { requiredStep } from '../steps/required-step.ts'
import { cancelAddress } from './addresses.ts'

/** What pages of others tell and ask a visitor who is on the way to an application. */
export async function arrivalOf(visit: Visit): Promise<Arrival | undefined> {
  const { deps, caller } = visit
  const token = requestIn(visit)
  if (token === undefined) return undefined
  const found = await findRequest(deps, visit.cookies, token)
  if (found.kind === 'over') return undefined
  const { request } = found
  const client = await findClient(deps.store, request.clientId)
  if (!client || client.disabledAt !== undefined) return undefined
  const email = canonicalEmail(request.params.loginHint ?? '')
  const arrival = { app: client.name, email, cancelTo: cancelAddress(token) }
  if (!caller) return arrival
  const step = await requiredStep(deps.store, deps, caller, { client, pending: request })
  return step.kind === 'prove' ? { ...arrival, proof: { methods: step.methods } } : arrival
}

/** Of the page that the visitor is led back to. */
function requestIn({ query: { returnTo }, deps: { config } }: Visit): string | undefined {
  if (returnTo === undefined) return undefined
  const address = returnAddress(config, returnTo)
  if (address === undefined) return undefined
  const { origin, pathname, searchParams } = new URL(address)
  const paths = [pagePaths.continueToApp, pagePaths.consent].map((path) => servedPath(config.server, path))
  return origin === config.server.publicUrl && paths.includes(pathname) ? (searchParams.get('request') ?? undefined) : undefined
}
