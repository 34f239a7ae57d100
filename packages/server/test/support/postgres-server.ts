import type { TestProject } from 'vitest/node'
import { ownPostgres } from './own-postgres.ts'
import { migrateAt, TEMPLATE } from './template-database.ts'

/** A PostgreSQL server for the length of the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await ownPostgres()
  await server.createDatabase(TEMPLATE)
  await migrateAt(`${server.url}/${TEMPLATE}`)
  project.provide('postgresUrl', server.url)
  return server.stop
}
