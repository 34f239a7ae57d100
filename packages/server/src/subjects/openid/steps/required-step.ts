import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Deps } from '../../../gate/deps.ts'
import type { StepUpMethod } from '../../../gate/factors/second-factors.ts'
import { isSecondFactor, stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { isPublic, type Proof } from '../clients/client.ts'
import type { OidcClient } from '../tables/clients.ts'
import { consentsIn } from '../tables/consents.ts'
import { grantsIn } from '../tables/grants.ts'
import type { AuthorizationRequest } from '../tables/requests.ts'
import { type AuthorizationParams, scopesOf } from './authorization-params.ts'
import { subjectFor } from './claims.ts'
import { type Demand, unmetDemand } from './demands.ts'
import { ACR_VALUES, type Acr, proofOf } from './proof.ts'

/** An application's request as it stands. It has a row only where a page of ours has to ask something. */
export type Pending = Pick<AuthorizationRequest, 'params' | 'createdAt'> &
  Partial<Pick<AuthorizationRequest, 'hash' | 'chosen' | 'allowed'>>

/** What is still to do before the application gets its answer. */
export type Step =
  /** The application means another person. */
  | { readonly kind: 'other-account' }
  | { readonly kind: 'choose' }
  /** By one of these methods; by any where none is named. */
  | {
      readonly kind: 'prove'
      readonly methods?: readonly StepUpMethod[]
      readonly error: 'login_required' | 'interaction_required'
    }
  | { readonly kind: 'demand'; readonly demand: Demand }
  /** `shown` is the hash of all that the person is asked, and has to come back with the answer. */
  | { readonly kind: 'consent'; readonly scopes: readonly string[]; readonly shown: string }
  | { readonly kind: 'answer'; readonly scopes: readonly string[]; readonly proof: Proof }

type Asked = { readonly client: OidcClient; readonly pending: Pending }

/**
 * One thing at a time, in the order in which people understand it: who they are, that it is really them, what they lack, what they allow.
 * In the transaction that answers it is asked once more, so nothing that changed meanwhile is overlooked.
 */
export async function requiredStep(tables: Connection, deps: Deps, caller: Caller, { client, pending }: Asked): Promise<Step> {
  const { account, session } = caller
  const { params } = pending
  if (params.hintedSubject !== undefined && (await subjectFor(deps, client, account.id)) !== params.hintedSubject)
    return { kind: 'other-account' }
  if (params.prompt.includes('select_account') && !isChosen(pending, caller)) return { kind: 'choose' }
  const proof = await proofOf(tables, session)
  if (!isFresh(pending, proof.at, deps.clock.now())) return { kind: 'prove', error: 'login_required' }
  const demand = await unmetDemand(tables, deps, client, account, session)
  const strong = demand === 'second_factor' || params.acrValues.length > 0 ? await strongMethods(tables, deps, caller) : []
  if (demand === 'second_factor' && strong.length > 0) return { kind: 'prove', methods: strong, error: 'interaction_required' }
  if (demand !== undefined) return { kind: 'demand', demand }
  const better = methodsFor(params, proof.acr, strong)
  if (better.length > 0) return { kind: 'prove', methods: better, error: 'interaction_required' }
  const own = scopesOf(client)
  const scopes = params.scopes.filter((scope) => own.includes(scope))
  const shown = shownHash(pending, client, account, scopes)
  if (await needsConsent(tables, caller, { client, pending }, scopes, shown)) return { kind: 'consent', scopes, shown }
  return { kind: 'answer', scopes, proof }
}

/** Only this account is chosen, by the browser that the request belongs to. */
export const chosenHash = ({ hash = '' }: Pending, { id }: Pick<Account, 'id'>): string => hashToken(JSON.stringify([hash, id]))

/** Who has signed in since the application asked has said by that as whom they go on. */
const isChosen = (pending: Pending, { account, session }: Caller): boolean =>
  session.createdAt > pending.createdAt || pending.chosen === chosenHash(pending, account)

/** With all that a person sees on the page: if any of it changes before they answer, they have said yes to something else. */
const shownHash = (
  { hash = '', params: { audience } }: Pending,
  { id, name, updatedAt }: OidcClient,
  account: Pick<Account, 'id'>,
  scopes: readonly string[],
): string => hashToken(JSON.stringify([hash, id, name, updatedAt, account.id, scopes, audience]))

/** A proof that came after the request is always new enough. */
function isFresh({ params: { prompt, maxAge }, createdAt }: Pending, provedAt: number, now: number): boolean {
  if (provedAt > createdAt) return true
  return !prompt.includes('login') && (maxAge === undefined || now - provedAt < maxAge * 1000)
}

const strongMethods = async (tables: Connection, deps: Deps, caller: Caller): Promise<readonly StepUpMethod[]> =>
  (await stepUpMethodsOf(tables, deps, caller)).filter(isSecondFactor)

const rankOf = (acr: string): number => ACR_VALUES.indexOf(acr as Acr)

/** What an application prefers is no demand: it is asked for where the person can give it, and the token says what there was. */
function methodsFor(
  { acrValues, prompt }: AuthorizationParams,
  acr: string,
  strong: readonly StepUpMethod[],
): readonly StepUpMethod[] {
  const ranks = acrValues.map(rankOf).filter((rank) => rank >= 0)
  if (prompt.includes('none') || ranks.length === 0 || rankOf(acr) >= Math.min(...ranks)) return []
  const passkeys = strong.filter((method) => method === 'passkey')
  return Math.min(...ranks) === rankOf('phr') ? passkeys : strong
}

/** Any program on the device of a person can take such an address for its own (RFC 8252, 8.6). */
const ANYBODYS = /^(?!https:)/

async function needsConsent(
  tables: Connection,
  { account, session }: Caller,
  { client, pending }: Asked,
  scopes: readonly string[],
  shown: string,
): Promise<boolean> {
  const { prompt, redirectUri, audience } = pending.params
  if (pending.allowed === shown) return false
  if (prompt.includes('consent')) return true
  const isCovered = (allowed: readonly string[] = []): boolean => scopes.every((scope) => allowed.includes(scope))
  const isAnybodys = isPublic(client) && ANYBODYS.test(redirectUri)
  if (client.isFirstParty && !isAnybodys) return false
  const before = await consentsIn(tables).find(account.id, client.id)
  if (audience !== undefined && !before?.audiences.includes(audience)) return true
  const given = isAnybodys ? await grantsIn(tables).findLive(session.id, client.id) : before
  return given === undefined || !isCovered(given.scopes)
}
