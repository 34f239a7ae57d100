import type { Logger } from 'pino'
import type { Config } from '../../platform/config/schema.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { migrate, type OnStep } from '../../platform/store/migrate.ts'
import { openMigrated } from '../../platform/store/open-migrated.ts'

type OnBroken = (error: Error) => void

export async function openDatabase(
  { storage }: Config,
  log: Logger,
  { given, onBroken }: { readonly given: Engine | undefined; readonly onBroken: OnBroken },
): Promise<Engine> {
  const onError = (err: Error) => log.warn({ err }, 'database connection lost')
  const onStep: OnStep = (step) => log.info(step, 'migrating the database')
  const { engine, applied } = given
    ? { engine: given, applied: await migrate(given, onStep) }
    : await openMigrated({ url: storage.url.reveal(), poolSize: storage.poolSize, onError, onBroken }, onStep)
  for (const id of applied) log.info({ migration: id }, 'database migrated')
  return engine
}
