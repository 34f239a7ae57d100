import type { Logger } from 'pino'
import type { Command } from '../platform/commands/command.ts'
import type { Finding } from '../platform/commands/finding.ts'
import type { Rule } from '../platform/config/rule.ts'
import type { Config, SettingFamily, SettingRows } from '../platform/config/schema.ts'
import type { Warn } from '../platform/config/warnings.ts'
import type { Implied } from '../platform/http/openapi-failures.ts'
import type { EndpointTable } from '../platform/kernel/endpoint-table.ts'
import type { ErrorRows } from '../platform/kernel/errors.ts'
import type { Asset } from '../platform/kernel/hosted-page.ts'
import type { OwnPath } from '../platform/kernel/own-path.ts'
import type { ScopeRows } from '../platform/kernel/scopes.ts'
import type { MailRows } from '../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../platform/mail/mail-samples.ts'
import type { Called } from '../platform/outgoing/certificate.ts'
import type { Language } from '../platform/pages/words/catalogues.ts'
import type { Queries } from '../platform/store/engine.ts'
import type { Migration } from '../platform/store/migrations.ts'
import type { Store } from '../platform/store/store.ts'
import type { AnyTable, Connection } from '../platform/store/table.ts'
import type { EventRows } from './audit/events.ts'
import type { Context, Deps } from './deps.ts'
import type { FactorOffer } from './factors/methods.ts'
import type { GateHooks } from './hooks.ts'
import type { Looks } from './pages/layout.tsx'
import type { PageHooks } from './pages/page-hooks.ts'
import type { Hosted } from './pages/view.ts'
import type { Transaction } from './transaction.ts'

/** What is there already when a subject opens its own. */
export interface Opening extends Pick<Deps, 'config' | 'clock' | 'keys'> {
  readonly log: Logger
  readonly storeFor: () => Store
}

/** Does a little of what has come due, and says whether there may be more. Several processes may do so at once. */
export type Chore = (context: Context, now: number) => Promise<boolean>

/** Work in the background of a service. It rests until there is some. */
export interface Worker {
  /** As a transaction names the work that it adds. */
  readonly name: string
  /** There is work. */
  wake(): void
  /** What has come due, and what other processes have left. */
  readonly chore: Chore
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** How long work in the background may wait; as each worker has it unless given. */
export interface Pace {
  /** Until an event of the audit log is sealed. Infinity where no round comes by itself. */
  readonly sealWaitMs?: number | undefined
  /** Between two batches of the purge, which leave requests room. */
  readonly purgePauseMs?: number | undefined
}

/** What `latchkey apply` has done about an entry of its file. */
export interface Applied {
  readonly name: string
  /** What differs, of one that was there. */
  readonly change: 'made' | readonly string[]
  /** Shown this once. */
  readonly secret?: string | undefined
}

/** What the operator can declare in a file: a list in it, of which the rest that is there stays as it is. */
export interface Declarable {
  readonly name: string
  /** What reads or writes by a store of its own, and so is no part of a transaction. */
  readonly before?: (deps: Deps) => Promise<unknown>
  /** Throws for what cannot be. Tells of what was made or changed. */
  readonly apply: (tx: Transaction, list: readonly unknown[], where: string) => Promise<readonly Applied[]>
  /** Once it is committed. */
  readonly after?: (deps: Deps) => Promise<void>
}

/** All that a subject says of itself. Whatever is a list of the service is joined from these. */
export interface Subject {
  /** Its heading in the reference. */
  readonly title: string
  /** Its place among the others, in the reference and wherever else they stand in a row. */
  readonly order: number
  readonly endpoints?: EndpointTable
  /** Pages of their own in the reference, by title, for routes with such paths: where all on one would be more than can be read. */
  readonly chapters?: Readonly<Record<string, RegExp>>
  readonly pages?: (looks: Looks) => readonly Hosted[]
  /** Where the files of pages are reached beside their own address: a proxy leads one path of its host to us. */
  readonly assetsBelow?: OwnPath
  readonly tables?: readonly AnyTable[]
  readonly migrations?: readonly Migration[]
  readonly errors?: ErrorRows
  /** Codes that follow from what its endpoints declare. */
  readonly implied?: Implied
  readonly settings?: SettingRows
  readonly settingFamily?: SettingFamily
  /** What stops the start where settings do not fit together. */
  readonly rules?: readonly Rule[]
  readonly warnings?: Warn
  readonly events?: EventRows
  readonly scopes?: ScopeRows
  readonly mails?: MailRows
  readonly mailSamples?: MailSamples
  readonly words?: Readonly<Record<Language, object>>
  readonly commands?: readonly Command[]
  readonly declares?: Declarable
  /** What `latchkey doctor` looks at. */
  readonly checks?: {
    readonly settings?: (config: Config) => Iterable<Finding>
    readonly rows?: (sql: Queries, config: Config) => AsyncIterable<Finding>
    /** Servers that it calls by TLS, and where it may go for each. */
    readonly called?: (sql: Queries, config: Config) => Promise<readonly Called[]>
    /** What rows and settings say against each other, which `latchkey config check` looks at, too. Undefined where no row has to be read. */
    readonly configured?: (config: Config) => ((sql: Queries) => AsyncIterable<Finding>) | undefined
  }
  readonly hooks?: GateHooks
  readonly pageHooks?: PageHooks
  readonly secondFactors?: readonly FactorOffer[]
  /** What its flows work with beside what all do; opened before anything works in the background. */
  readonly opens?: (opening: Opening) => Promise<Partial<Deps>>
  /** Files that its pages load. */
  readonly assets?: (config: Config) => readonly Asset[]
  /** Work of the purge beside the removal of rows that have expired, where the operator has asked for it. */
  readonly upkeep?: (config: Config) => readonly Chore[]
  readonly worker?: (contextFor: () => Context, log: Logger, pace: Pace) => Worker | readonly Worker[]
  /** Makes up to so many of the rows that older ones lack, and says how many: it is called until there is none. */
  readonly catchUp?: (tx: Connection, limit: number) => Promise<number>
}
