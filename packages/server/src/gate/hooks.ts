import type { Config } from '../platform/config/schema.ts'
import type { Scope } from '../platform/kernel/scopes.ts'
import type { Connection } from '../platform/store/table.ts'
import type { AccountPart } from './account-file/account-part.ts'
import type { OrganisationBringer } from './account-file/brought-organisations.ts'
import type { Account } from './accounts/tables/accounts.ts'
import type { UnderDataKey } from './data-key/under-data-key.ts'
import type { Caller, Context, Deps } from './deps.ts'
import type { Session, SignInMethod } from './sessions/tables/sessions.ts'
import { inTransaction, type Transaction } from './transaction.ts'

/** What an account had before its mailbox was proved, as the owner is told of it. */
export const UNPROVED = [
  'password',
  'passkeys',
  'totp',
  'recovery',
  'providers',
  'browsers',
  'api-keys',
  'organisations',
] as const

/** What was taken from an account that was, or may have been, in other hands. */
export interface Removed {
  readonly kinds: readonly (typeof UNPROVED)[number][]
  /** By name. */
  readonly providers: readonly string[]
}

/**
 * Why it is taken: the owner of a mailbox proves it for the first time, and a stranger may have made all that is there; or an owner takes
 * an address back, or reports a sign-in, and what was enrolled since then is a thief's.
 */
export interface Disowned {
  readonly reason: 'mailbox_proved' | 'email_reverted' | 'device_reported'
  readonly since: number
}

/** What opens an account, beside its password. */
export interface Openings {
  /** Linked providers, by name. */
  readonly providers: readonly string[]
  /** How many passkeys open it by themselves. */
  readonly passkeys: number
}

/** As other services are told of it. */
export interface Membership {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly role: string
}

export interface EndedSessions {
  readonly accountId: string
  readonly ids: readonly string[] | undefined
  readonly keptId: string | undefined
}

/**
 * What a subject does because of something that the gate does. All of it inside the gate's transaction, with the account's row held unless
 * something else is said.
 */
export interface GateHooks {
  /** Takes the locks that all take before the row of an account. */
  readonly beforeLock?: (tx: Connection, accountId: string) => Promise<void>
  /** What opens the account here and now. No row need be held. */
  readonly openings?: (tables: Connection, deps: Deps, account: Account) => Promise<Partial<Openings>>
  /** A session has begun in a browser that the account did not know. */
  readonly newDevice?: (tx: Transaction, account: Account, session: Session, signIn: SignInMethod) => Promise<void>
  /** Sessions of an account have ended; without `ids` all of them but the kept one. */
  readonly sessionsEnded?: (tx: Transaction, ended: EndedSessions) => Promise<void>
  /** All sessions of an account ended but this one: what that has opened elsewhere ends, too. */
  readonly sessionKept?: (tx: Transaction, sessionId: string, accountId: string) => Promise<void>
  /** A session has taken the place of another: what depended on that one goes along. */
  readonly sessionReplaced?: (tx: Connection, oldId: string, newId: string) => Promise<void>
  /** What was mailed to an account ended, because its credentials changed. */
  readonly codesEnded?: (tx: Transaction, accountId: string, actorId: string) => Promise<void>
  /** Takes what is not the owner's, and says what that was. */
  readonly disowned?: (tx: Transaction, account: Account, why: Disowned) => Promise<Partial<Removed>>
  /** Where people may be sent back to, beside the origins that may call us. */
  readonly returnOrigins?: (config: Config) => readonly string[]
  /** What applications behind a proxy are told of a caller, beside who it is. A proxy takes away what a client sends under these names. */
  readonly identityHeaders?: {
    readonly names: readonly string[]
    isSent(config: Config): boolean
    of(deps: Deps, caller: Caller): Promise<Readonly<Record<string, string>>>
  }
  /** The organisations of an account, by their slugs. No row need be held. */
  readonly memberships?: {
    list(tables: Connection, config: Config, accountId: string, most: number): Promise<readonly Membership[]>
    isMember(tables: Connection, config: Config, orgId: string, accountId: string): Promise<boolean>
    /** The organisation with this id or slug. */
    named(tables: Connection, config: Config, name: string): Promise<Omit<Membership, 'role'> | undefined>
  }
  /** Its part of the document that an owner is given, and whether something had to be left out. No row need be held. */
  readonly exported?: (deps: Deps, account: Account) => Promise<{ readonly part: object; readonly isCut: boolean }>
  /** Its part of each record in a file of all accounts that the operator writes. */
  readonly accountPart?: AccountPart
  /** How an import makes organisations. */
  readonly bringer?: OrganisationBringer
  /** Whether anything is sealed under the data key that would be lost with it, and could not be begun again. */
  readonly holdsSealed?: (tables: Connection) => Promise<boolean>
  /** What of it is lost with that key, and what another key makes anew. */
  readonly underDataKey?: UnderDataKey
  /** Whether something beside passwords was hashed with this key of another system. */
  readonly needsKey?: (tables: Connection, hashKeyId: string) => Promise<boolean>
  /** What a key opens at this moment; undefined where it is no good any more. */
  readonly openedBy?: (tables: Connection, keyId: string) => Promise<readonly Scope[] | undefined>
  /** Since when the account is here, where that is later than it was made. */
  readonly hereSince?: (tables: Connection, accountId: string) => Promise<number | undefined>
  /** A condition on the account `a`: others depend on it, so that it is removed only where a person asks for it. */
  readonly needed?: string
  /** The account is about to be removed; by no person where it was unused. */
  readonly removing?: (tx: Transaction, account: Account, actorId: string | undefined) => Promise<void>
}

/** Of all subjects, in their order; filled when they are joined. */
export const HOOKS: GateHooks[] = []

/** A hook cannot go on because something has changed since the locks were taken. */
export class BeginAgain extends Error {}

/** A transaction that begins again as long as a hook wants it to. */
export async function withLocks<C extends Context, T>(call: C, work: (tx: Transaction<C>) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await inTransaction(call, work)
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error
    }
  }
}

/** Of every subject, put together; each kind once, in the order of the list. */
export async function disown(tx: Transaction, account: Account, why: Disowned): Promise<Removed> {
  const kinds = new Set<string>()
  const providers: string[] = []
  for (const { disowned } of HOOKS) {
    const removed = await disowned?.(tx, account, why)
    for (const kind of removed?.kinds ?? []) kinds.add(kind)
    providers.push(...(removed?.providers ?? []))
  }
  return { kinds: UNPROVED.filter((kind) => kinds.has(kind)), providers }
}

/** Whether a key of another system is needed for something beside passwords. */
export async function needsKey(tables: Connection, hashKeyId: string): Promise<boolean> {
  for (const hook of HOOKS) if (await hook.needsKey?.(tables, hashKeyId)) return true
  return false
}

export const returnOrigins = (config: Config): readonly string[] => [
  ...(config.server.appHomeUrl === undefined ? [] : [new URL(config.server.appHomeUrl).origin]),
  ...HOOKS.flatMap((one) => one.returnOrigins?.(config) ?? []),
]
