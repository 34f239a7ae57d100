import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config/schema.ts'
import { systemClock } from '../../kernel/clock.ts'
import { sqliteFile } from '../../store/open-engine.ts'
import { openReader, type Reader } from '../../store/open-reader.ts'
import { checkAdmins } from './check-admins.ts'
import { checkClock } from './check-clock.ts'
import { checkCookies } from './check-cookies.ts'
import { checkDatabase, checkWriting } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMailServer, checkOutbox } from './check-mail.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkProxies } from './check-proxies.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkSecret } from './check-secret.ts'
import { type Finding, findingsOf, textOf } from './finding.ts'

/** Every check, one after the other. Nothing is changed, created or migrated. */
export async function* examine(config: Config): AsyncIterable<Finding> {
  const url = config.storage.url.reveal()
  const file = sqliteFile(url)
  yield* examineDatabase(url, file)
  if (file !== undefined && existsSync(path.dirname(file))) yield* await checkDisk(path.dirname(file))
  yield* checkMailServer(config)
  yield* checkSecret(config, path.join(path.dirname(file ?? 'data/postgres'), 'latchkey.secret'))
  yield* checkProxies(config)
  yield* checkCookies(config)
  yield await checkPublicUrl(config)
}

async function* examineDatabase(url: string, file: string | undefined): AsyncIterable<Finding> {
  const { fail } = findingsOf('database')
  if (file !== undefined && !existsSync(file)) {
    yield fail(`there is none at ${file}: \`latchkey migrate\` or \`latchkey start\` makes it`)
    return
  }
  let reader: Reader | undefined
  try {
    reader = await openReader(url)
    yield* checkDatabase(reader, file)
    const level = await checkMigrations(reader)
    yield level
    if (level.status !== 'fail') yield await checkWriting(reader)
    // What follows reads tables as they are today.
    if (level.status === 'ok') yield* examineRows(reader)
  } catch (error) {
    yield fail(`cannot be read: ${textOf(error)}`)
  } finally {
    await reader?.close()
  }
}

async function* examineRows(reader: Reader): AsyncIterable<Finding> {
  yield* checkClock(reader, systemClock)
  yield await checkAdmins(reader)
  yield await checkOutbox(reader, systemClock.now())
}
