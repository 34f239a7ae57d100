import { defineConfig } from 'vitest/config'

const server = 'packages/server'
/** What runs on both databases: every flow, the store, and the suites that attack the whole. */
const onDatabase = [
  `${server}/src/{core,features,http,store,pages}/**/*.test.ts`,
  `${server}/test/{contract,security}/**/*.test.ts`,
]

const build = [`${server}/test/build.ts`]

export default defineConfig({
  test: {
    // By default one core is left idle, which on two halves the speed.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'rules', include: [`${server}/test/*.test.ts`] } },
      { test: { name: 'unit', include: [`${server}/src/{kernel,config,mail,cli}/**/*.test.ts`] } },
      { test: { name: 'sqlite', include: onDatabase, provide: { engine: 'sqlite' }, globalSetup: build, testTimeout: 60_000 } },
      {
        test: {
          name: 'postgres',
          include: onDatabase,
          provide: { engine: 'postgres' },
          globalSetup: [...build, `${server}/test/postgres-server.ts`],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
