import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { hasStrongGate } from './gates.ts'
import { SECOND_FACTORS, type SecondFactor } from './second-factors.ts'
import type { NotedEntry } from './tables/challenge-bindings.ts'

type FactorOwner = Pick<Account, 'id' | 'totpAt' | 'passkeyGateAt'>

/** A second factor beside the mailbox, and whether an account can use it here. */
export interface FactorOffer {
  readonly method: SecondFactor
  readonly isOffered: (tables: Connection, deps: Deps, account: FactorOwner) => Promise<boolean>
  /** When each one that the account has was enrolled. */
  readonly enrolledAt: (tables: Connection, accountId: string) => Promise<readonly number[]>
  /** Removes those that were enrolled since then. The log tells of it where there is a reason; else the caller does. */
  readonly removeSince: (tx: Connection, context: Context, accountId: string, since: number, reason?: string) => Promise<void>
}

/** Filled when the subjects are joined. */
export const OFFERS: FactorOffer[] = []

/**
 * With what an account can pass the gate. A stronger factor silences the mailbox, or that would be a way round it; an operator may
 * want it so all the same.
 */
export async function methodsOf(tables: Connection, deps: Deps, account: FactorOwner): Promise<readonly SecondFactor[]> {
  const offered = new Set<SecondFactor>()
  for (const { method, isOffered } of OFFERS) if (await isOffered(tables, deps, account)) offered.add(method)
  // Where every passkey that is asked for was made for another domain, the mailbox is what is left: never nothing.
  if (!hasStrongGate(account) || deps.config.twoFactor.emailBeside || offered.size === 0) offered.add('email')
  return SECOND_FACTORS.filter((method) => offered.has(method))
}

/** The same for a sign-in that has begun. A mailbox is one factor, however many mails it gets. */
export async function methodsAfter(
  tables: Connection,
  deps: Deps,
  account: Account,
  entry: NotedEntry | undefined,
): Promise<readonly SecondFactor[]> {
  const methods = await methodsOf(tables, deps, account)
  return entry?.way.method === 'mailbox' ? methods.filter((method) => method !== 'email') : methods
}

/** The offer of a kind, where its subject is there. */
export const offerOf = (method: SecondFactor): FactorOffer | undefined => OFFERS.find((one) => one.method === method)
