import { existsSync } from 'node:fs'
import path from 'node:path'
import { joined } from '../../gate/join.ts'
import { type Finding, findingsOf, textOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { systemClock } from '../../platform/kernel/clock.ts'
import type { Called } from '../../platform/outgoing/certificate.ts'
import { sqliteFile } from '../../platform/store/open-engine.ts'
import { openReader, type Reader } from '../../platform/store/open-reader.ts'
import { calledBySettings, checkCertificates } from './check-certificates.ts'
import { checkClock } from './check-clock.ts'
import { checkCookies } from './check-cookies.ts'
import { checkDataKey } from './check-data-key.ts'
import { checkDatabase, checkWriting } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMailServer, checkOutbox } from './check-mail.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkOrigins } from './check-origins.ts'
import { checkPooler } from './check-pooler.ts'
import { checkProxies } from './check-proxies.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkPurge } from './check-purge.ts'
import { checkReplication } from './check-replication.ts'
import { checkSecret } from './check-secret.ts'

/** Nothing is changed, created or migrated; one row is written for a moment. */
export async function* examine(config: Config): AsyncIterable<Finding> {
  const file = sqliteFile(config.storage.url.reveal())
  const generated = path.join(path.dirname(file ?? 'data/postgres'), 'latchkey.secret')
  const called: Called[] = [...calledBySettings(config)]
  yield* examineDatabase(config, file, { generated, called })
  if (file !== undefined && existsSync(path.dirname(file))) yield* await checkDisk(path.dirname(file))
  yield* checkMailServer(config)
  yield* checkSecret(config, generated)
  yield* checkProxies(config)
  yield* checkCookies(config)
  for (const { checks } of joined) yield* checks?.settings?.(config) ?? []
  yield await checkPublicUrl(config)
  yield* checkCertificates(called, systemClock.now())
}

interface Beside {
  readonly generated: string
  /** Those that the rows name are added. */
  readonly called: Called[]
}

async function* examineDatabase(config: Config, file: string | undefined, { generated, called }: Beside): AsyncIterable<Finding> {
  const { fail } = findingsOf('database')
  if (file !== undefined && !existsSync(file)) {
    yield fail(`there is none at ${file}: \`latchkey migrate\` or \`latchkey start\` makes it`)
    return
  }
  let reader: Reader | undefined
  try {
    if (file === undefined) {
      const between = await checkPooler(config.storage.url.reveal())
      yield between
      if (between.status === 'fail') return
    }
    reader = await openReader(config.storage.url.reveal())
    yield* checkDatabase(reader, file)
    if (file === undefined) yield* checkReplication(reader, config.storage.poolSize)
    const level = await checkMigrations(reader)
    yield level
    // The checks below need the tables of this version.
    if (level.status === 'ok') {
      yield* checkWriting(reader)
      yield* checkClock(reader, systemClock)
      for (const { checks } of joined) {
        yield* checks?.rows?.(reader, config) ?? []
        yield* checks?.configured?.(config)?.(reader) ?? []
        called.push(...((await checks?.called?.(reader, config)) ?? []))
      }
      yield* checkOrigins(reader, config)
      yield await checkOutbox(reader, systemClock.now())
      yield* checkPurge(reader, config, systemClock.now())
      yield await checkDataKey(reader, config, generated)
    }
  } catch (error) {
    yield fail(`cannot be read: ${textOf(error)}`)
  } finally {
    await reader?.close()
  }
}
