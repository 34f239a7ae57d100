import type { TestProject } from 'vitest/node'
import { migrate } from '../src/store/migrate.ts'
import { openEngine } from '../src/store/open-engine.ts'
import { ownPostgres } from './own-postgres.ts'
import { TEMPLATE } from './template-database.ts'

/** A PostgreSQL server for the length of the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await ownPostgres()
  await server.createDatabase(TEMPLATE)
  const engine = await openEngine({ url: `${server.url}/${TEMPLATE}`, poolSize: 1, onError: () => undefined })
  await migrate(engine)
  await engine.close()
  project.provide('postgresUrl', server.url)
  return server.stop
}
