import { defineConfig } from 'vitest/config'

const server = 'packages/server'

/** What an operator meets: starts that fail, a clock that is wrong, a server that has become read-only. */
const faultsOfOperation = ['contract/listening', 'security/wrong-clock', 'security/read-only-database'].map(
  (name) => `${server}/test/${name}.*test.ts`,
)

/**
 * The parts of deploy/compose.yaml as programs of this machine. It needs nginx, and Next.js from a registry, so it is no part of `npm test`.
 */
export default defineConfig({
  test: {
    name: 'rehearsal',
    root: `${import.meta.dirname}/../../../..`,
    include: [`${server}/test/rehearsal/*.test.ts`, ...faultsOfOperation],
    provide: { engine: 'postgres' },
    globalSetup: ['support/scratch-root', 'support/build', 'support/postgres-server', 'browser/find-chromium'].map(
      (name) => `${server}/test/${name}.ts`,
    ),
    // Programs of others are fetched and started, each in its own time; what hangs is a failure all the same.
    testTimeout: 480_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
})
