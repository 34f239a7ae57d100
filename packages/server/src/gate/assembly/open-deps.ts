import path from 'node:path'
import type { Logger } from 'pino'
import { developmentSecret } from '../../platform/config/development-secret.ts'
import type { Config } from '../../platform/config/schema.ts'
import { logsMail, showsInbox } from '../../platform/config/shows-inbox.ts'
import { type Clock, systemClock } from '../../platform/kernel/clock.ts'
import { deriveKeys, type Keys } from '../../platform/kernel/keys.ts'
import { type Observer, unobserved } from '../../platform/kernel/observer.ts'
import type { MailTemplates } from '../../platform/mail/mail-templates.ts'
import { logTransport, noTransport, openTransport } from '../../platform/mail/open-transport.ts'
import { Outbox } from '../../platform/mail/outbox.ts'
import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import type { Effects } from '../../platform/store/effects.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { sqliteFile } from '../../platform/store/open-engine.ts'
import type { Store } from '../../platform/store/store.ts'
import { RefusedReturns } from '../access/refused-returns.ts'
import { refusedOrigin } from '../access/return-address.ts'
import { ActiveAccounts } from '../accounts/active-accounts.ts'
import type { Deps } from '../deps.ts'
import { joined } from '../join.ts'
import { LimitsHit } from '../limits/limits-hit.ts'
import { TokenMemory } from '../limits/token-memory.ts'
import { templatesFor } from '../mails/templates-for.ts'
import { argon2Hasher } from '../passwords/argon2-hasher.ts'
import { openTolerantly } from '../passwords/breached-passwords.ts'
import { ForeignHashes } from '../passwords/foreign/foreign-hashes.ts'
import { createPasswords, type PasswordHasher, type Passwords } from '../passwords/passwords.ts'
import { SessionCache } from '../session-cache/session-cache.ts'
import { SessionInvalidator } from '../session-cache/session-invalidator.ts'
import type { Opening, Worker } from '../subject.ts'
import { Readiness } from '../upkeep/readiness.ts'
import { openSharedTime } from './open-shared-time.ts'
import { hooksOf, openStore } from './open-store.ts'

/** Parts with a second implementation, which a caller may pass. */
export interface Parts {
  readonly clock?: Clock
  readonly hasher?: PasswordHasher
  readonly templates?: MailTemplates
  readonly transport?: MailTransport
  readonly observer?: Observer
  readonly log: Logger
  /** How long a note of who was active may wait; some seconds unless given. */
  readonly activityWaitMs?: number
}

export type OpenedDeps = Awaited<ReturnType<typeof openDeps>>

type Shared =
  | 'config'
  | 'clock'
  | 'sharedTime'
  | 'sessionCache'
  | 'activeAccounts'
  | 'shownTokens'
  | 'passwords'
  | 'keys'
  | 'templates'
  | 'outbox'
  | 'observer'
  | 'limitsHit'
  | 'refusedReturns'
  | 'readiness'
  | 'isStopping'
  | 'store'

/** All that flows work with, over an open database: enough for a command, and what a service is built around. */
export async function openDeps(config: Config, engine: Engine, parts: Parts) {
  const { clock = systemClock, hasher = argon2Hasher, observer = unobserved, log, activityWaitMs: waitMs } = parts
  const keys = keysOf(config)
  // What may fail comes before whatever starts work in the background.
  const opening = { config, clock, keys, log, storeFor: () => openStore(engine) }
  const own = await openOwn(opening)
  const templates = parts.templates ?? templatesFor(config)
  const breached = openTolerantly(config.passwords.breachedFile, log)
  const passwords = await openPasswords(config, hasher, { observer, breached, foreign: foreignHashesOf(engine, keys, own, log) })
  const transport = parts.transport ?? openTransport(config.mail, logsMail(config) ? logTransport(log) : noTransport)
  const sharedTime = await openSharedTime(engine, clock, log)
  const sessionCache = new SessionCache(config.sessions.cacheSize)
  const invalidator = new SessionInvalidator(engine, sessionCache, observer)
  const activeAccounts = activeAccountsOf(engine, log, waitMs)
  const queue = outboxIn(openStore(engine))
  const outbox = new Outbox({ queue, transport, keys: keys.outbox, clock, log, observer, keepsDelivered: showsInbox(config) })
  let isStopping = false
  const limitsHit = new LimitsHit(clock)
  const noted = { log, time: sharedTime, storeFor: () => openStore(engine) }
  const refusedReturns = new RefusedReturns({ ...noted, originOf: (wanted) => refusedOrigin(config, wanted) })
  const shared = {
    config,
    clock,
    sharedTime,
    sessionCache,
    activeAccounts,
    shownTokens: new TokenMemory(),
    passwords,
    keys,
    templates,
    outbox,
    observer: limitsHit.beside(observer),
    limitsHit,
    refusedReturns,
    readiness: readinessOf(engine, log),
    isStopping: () => isStopping,
    // Typed by hand: each subject opens what it has added to `Deps`.
    ...(own as Omit<Deps, Shared>),
  }
  const workers = new Map<string, Pick<Worker, 'wake'>>()
  const hooks = hooksOf(invalidator, wakerOf(outbox, workers))
  const storeFor = (): Store => openStore(engine, hooks)
  // Has a store, though each copy gets another: copying an object takes twenty times as long where the copy has one key more.
  const copied: Deps = { ...shared, store: storeFor() }
  return {
    ...shared,
    /** Called once for every request, because a store belongs to one caller. */
    depsFor: (): Deps => ({ ...copied, store: storeFor() }),
    storeFor,
    /** Woken whenever a transaction of this process has added work of theirs. */
    workers,
    announceStop: (): void => {
      isStopping = true
    },
    close: async (): Promise<void> => {
      await Promise.all([sharedTime.stop(), outbox.stop(), activeAccounts.stop(), refusedReturns.settled()])
      breached?.close()
    },
  }
}

async function openPasswords(...parts: Parameters<typeof createPasswords>): Promise<Passwords> {
  const passwords = createPasswords(...parts)
  await passwords.refreshDecoys()
  return passwords
}

async function openOwn(opening: Opening): Promise<Partial<Deps>> {
  const own = {}
  for (const { opens } of joined) Object.assign(own, await opens?.(opening))
  return own
}

function foreignHashesOf(engine: Engine, keys: Keys, own: Partial<Deps>, log: Logger): ForeignHashes {
  const { dataKeys } = own as Pick<Deps, 'dataKeys'>
  return new ForeignHashes({
    storeFor: () => openStore(engine),
    dataKey: () => dataKeys.get(),
    key: keys.decoys,
    onUnreadable: (accountId, problem) =>
      log.error({ accountId, problem }, 'no password is compared with the hash of an account'),
  })
}

function activeAccountsOf(engine: Engine, log: Logger, waitMs: number | undefined): ActiveAccounts {
  const onError = (err: unknown) => log.warn({ err }, 'active accounts could not be noted yet')
  return new ActiveAccounts({ storeFor: () => openStore(engine), onError, waitMs })
}

/** Whatever a committed transaction has added is begun at once. */
const wakerOf =
  (outbox: Outbox, workers: ReadonlyMap<string, Pick<Worker, 'wake'>>) =>
  ({ hasMail, work }: Effects): void => {
    if (hasMail) outbox.wake()
    for (const name of work) workers.get(name)?.wake()
  }

export function keysOf({ storage, security }: Config): Keys {
  const directory = path.dirname(sqliteFile(storage.url.reveal()) ?? 'data/postgres')
  return deriveKeys(security.secret ?? developmentSecret(directory), security.previousSecret)
}

const readinessOf = (engine: Engine, log: Logger): Readiness =>
  new Readiness(
    () => openStore(engine).tryToWrite(),
    (isReady, err) => (isReady ? log.info('the database takes writes again') : log.warn({ err }, 'the database takes no writes')),
  )
