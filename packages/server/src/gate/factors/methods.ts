import type { Static } from 'typebox'
import type { Config } from '../../platform/config/schema.ts'
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
import { lostAppsIn } from './tables/lost-apps.ts'

type FactorOwner = Pick<Account, 'id' | 'totpAt' | 'passkeyGateAt'>

export interface FactorOffer {
  readonly method: SecondFactor
  readonly isOffered: (tables: Connection, deps: Deps, account: FactorOwner) => Promise<boolean>
  readonly enrolledAt: (tables: Connection, accountId: string) => Promise<readonly number[]>
  /** Writes to the audit log only where there is a `reason`; otherwise the caller does. */
  readonly removeSince: (tx: Transaction, accountId: string, since: number, reason?: string) => Promise<void>
}

type PasskeyPurpose =
  | { readonly purpose: 'second-factor'; readonly accountId: string; readonly challengeId: string }
  | { readonly purpose: 'step-up'; readonly accountId: string; readonly sessionId: string }

/** A passkey that was made elsewhere for the domain that is ours now. */
export interface BroughtPasskey {
  readonly id: string
  readonly accountId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly name: string
  readonly aaguid: string | undefined
  readonly transports: readonly string[]
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly rpId: string
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
}

export interface PasskeyOffer extends FactorOffer {
  readonly method: 'passkey'
  readonly check: (
    call: Context & { readonly cookies: PresentedCookies },
    purpose: PasskeyPurpose,
    answer: { readonly state: string; readonly passkey: unknown },
  ) => Promise<VerifiedFactor | undefined>
  /** Switches whether a passkey is asked for after a password or a provider. */
  readonly switchGate: (call: Context & { readonly caller: Caller }, isOn: boolean, keepOtherSessions: boolean) => Promise<void>
  readonly list: (deps: Deps, accountId: string) => Promise<Static<typeof PasskeyView>[]>
  /** The domain that passkeys are made for. */
  readonly rpId: (config: Config) => string | undefined
  /** Which of these credential ids are taken. */
  readonly taken: (tables: Connection, credentialIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** To new accounts. */
  readonly bring: (tx: Connection, passkeys: readonly BroughtPasskey[]) => Promise<void>
}

/** Filled when the subjects are joined. */
export const OFFERS: FactorOffer[] = []

/** A stronger factor rules the mailbox out, which would be a way round that factor, unless the operator allows the mailbox. */
export async function methodsOf(tables: Connection, deps: Deps, account: FactorOwner): Promise<readonly SecondFactor[]> {
  const offered = new Set<SecondFactor>()
  for (const { method, isOffered } of OFFERS) if (await isOffered(tables, deps, account)) offered.add(method)
  // Where every passkey was made for another domain, the mailbox is left as the second factor, so that a password or a provider still opens.
  if (!hasStrongGate(account) || deps.config.twoFactor.emailBeside || offered.size === 0) offered.add('email')
  return SECOND_FACTORS.filter((method) => offered.has(method))
}

/**
 * A mailbox that has opened the sign-in is no second factor as well, so there may be none: a passkey of another domain stays owed, because a
 * mailbox alone must not open what asks for more, and the page says who can help. Nor is it one for what a session lacks to open administrators' routes,
 * where the account has a stronger one.
 */
export async function methodsAfter(
  tables: Connection,
  deps: Deps,
  account: Account,
  entry: NotedEntry | undefined,
): Promise<readonly SecondFactor[]> {
  const methods = await methodsOf(tables, deps, account)
  if (!methods.includes('email')) return methods
  const isTooWeak =
    entry?.signIn.method === 'mailbox' ||
    (entry?.sessionId !== undefined && hasStrongGate(account)) ||
    (await isMailboxTwice(tables, deps, account, entry))
  return isTooWeak ? methods.filter((method) => method !== 'email') : methods
}

/**
 * A mailed code takes the place of an app that was lost with SECRET after a password from before the loss alone. A provider vouches for no more
 * than a mailbox, and a password that a mail has set is one.
 */
async function isMailboxTwice(
  tables: Connection,
  { config }: Deps,
  account: Account,
  entry: NotedEntry | undefined,
): Promise<boolean> {
  if (account.totpAt === undefined || config.twoFactor.emailBeside) return false
  if (entry?.signIn.method === 'password' && (await lostAppsIn(tables).isOpenedByPassword(account.id))) return false
  return true
}

export const offerOf = (method: SecondFactor): FactorOffer | undefined => OFFERS.find((one) => one.method === method)

export const offeredPasskeys = (): PasskeyOffer | undefined => OFFERS.find((one): one is PasskeyOffer => one.method === 'passkey')
