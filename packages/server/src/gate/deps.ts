import type { Config } from '../platform/config/schema.ts'
import type { Clock } from '../platform/kernel/clock.ts'
import { type Client, endpointFor } from '../platform/kernel/endpoint.ts'
import type { Keys } from '../platform/kernel/keys.ts'
import type { Observer } from '../platform/kernel/observer.ts'
import type { Scope } from '../platform/kernel/scopes.ts'
import type { MailTemplates } from '../platform/mail/mail-templates.ts'
import type { Outbox } from '../platform/mail/outbox.ts'
import type { Store } from '../platform/store/store.ts'
import type { RefusedReturns } from './access/refused-returns.ts'
import type { ActiveAccounts } from './accounts/active-accounts.ts'
import type { AllowedAddresses } from './accounts/allowed-addresses.ts'
import type { Account } from './accounts/tables/accounts.ts'
import type { LimitsHit } from './limits/limits-hit.ts'
import type { TokenMemory } from './limits/token-memory.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { RegistrationHook } from './registration-hook/registration-hook.ts'
import type { SessionCache } from './session-cache/session-cache.ts'
import type { Session } from './sessions/tables/sessions.ts'
import type { Readiness } from './upkeep/readiness.ts'
import type { SharedTime } from './upkeep/shared-time.ts'

/** What a flow works with; a subject may add its own. `store` belongs to one request; the rest is shared. */
export interface Deps {
  readonly config: Config
  readonly store: Store
  readonly sessionCache: SessionCache
  readonly activeAccounts: ActiveAccounts
  readonly allowedAddresses: AllowedAddresses
  readonly registrationHook: RegistrationHook
  readonly shownTokens: TokenMemory
  readonly clock: Clock
  /** For times that one process writes and another compares. */
  readonly sharedTime: SharedTime
  readonly passwords: Passwords
  readonly keys: Keys
  readonly templates: MailTemplates
  readonly outbox: Outbox
  readonly observer: Observer
  readonly limitsHit: LimitsHit
  readonly refusedReturns: RefusedReturns
  readonly readiness: Readiness
  readonly isStopping: () => boolean
}

export type Caller = { readonly account: Account; readonly session: Session }

export type KeyHolder = {
  readonly key: {
    readonly id: string
    readonly name: string
    readonly scopes: readonly Scope[]
    readonly createdBy: string | undefined
  }
}

export type Context = { readonly deps: Deps; readonly client: Client }

export const endpoint = endpointFor<Deps, Caller, KeyHolder>()
