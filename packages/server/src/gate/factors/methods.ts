import type { Static } from 'typebox'
import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Caller, Context, Deps } from '../deps.ts'
import type { Transaction } from '../transaction.ts'
import type { PasskeyView } from '../views/passkey-view.ts'
import type { VerifiedFactor } from './factor.ts'
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
  readonly removeSince: (tx: Transaction, accountId: string, since: number, reason?: string) => Promise<void>
}

/** What a passkey is asked for: to complete a sign-in, or to prove again who is using a session. */
type PasskeyPurpose =
  | { readonly purpose: 'second-factor'; readonly accountId: string; readonly challengeId: string }
  | { readonly purpose: 'step-up'; readonly accountId: string; readonly sessionId: string }

/** The second factor that a browser answers for, where the others are typed. */
export interface PasskeyOffer extends FactorOffer {
  readonly method: 'passkey'
  /** Undefined when the answer does not prove it. */
  readonly check: (
    call: Context & { readonly cookies: PresentedCookies },
    purpose: PasskeyPurpose,
    answer: { readonly state: string; readonly passkey: unknown },
  ) => Promise<VerifiedFactor | undefined>
  /** Whether one is asked for after a password or a provider. */
  readonly switchGate: (call: Context & { readonly caller: Caller }, isOn: boolean, keepOtherSessions: boolean) => Promise<void>
  readonly list: (deps: Deps, accountId: string) => Promise<Static<typeof PasskeyView>[]>
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

export const offeredPasskeys = (): PasskeyOffer | undefined => OFFERS.find((one): one is PasskeyOffer => one.method === 'passkey')
