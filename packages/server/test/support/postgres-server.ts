import type { TestProject } from 'vitest/node'

/** A PostgreSQL server for the length of a run in which it takes part. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.projects.some(({ config }) => config.provide.engine === 'postgres')) return undefined
  // A run of a single file on SQLite would else load the whole program for nothing.
  const [{ ownPostgres }, { migrateAt, TEMPLATE }] = await Promise.all([
    import('./own-postgres.ts'),
    import('./template-database.ts'),
  ])
  const server = await ownPostgres()
  await server.createDatabase(TEMPLATE)
  await migrateAt(`${server.url}/${TEMPLATE}`)
  project.provide('postgresUrl', server.url)
  return server.stop
}
