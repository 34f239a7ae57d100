import type { TestProject } from 'vitest/node'
import { ownPostgres } from './own-postgres.ts'
import { migrateAt, TEMPLATE } from './template-database.ts'

/** A PostgreSQL server for the length of a run in which it takes part. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.projects.some(({ config }) => config.provide.engine === 'postgres')) return undefined
  const server = await ownPostgres()
  await server.createDatabase(TEMPLATE)
  await migrateAt(`${server.url}/${TEMPLATE}`)
  project.provide('postgresUrl', server.url)
  return server.stop
}
