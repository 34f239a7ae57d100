import { defineConfig } from 'vitest/config'
import { retriedTests } from './packages/server/test/support/retried-tests.ts'

const server = 'packages/server'
/** What runs on both databases: every flow, the store, and the suites that attack the whole. */
const onDatabase = [
  `${server}/src/{core,features,http,store}/**/*.test.ts`,
  `${server}/test/{contract,security,walk}/**/*.test.ts`,
]

/** Pages only run endpoints, which both databases have seen already. */
const pages = `${server}/src/pages/**/*.test.ts`

/** How a provider can misbehave: nothing of it reaches a database. */
const aboutProviders = ['github', 'forged-tokens', 'unruly-provider'].map(
  (name) => `${server}/src/features/oauth/${name}.test.ts`,
)

/** How bytes are read, a developer is served, mail and clients behave: no database takes part, or none in a way of its own. */
const withoutDatabase = [
  'contract/bundle',
  'contract/documents',
  'contract/npm-scripts',
  'contract/package',
  'contract/passkey-chunk',
  'contract/switch-table',
  'security/client-limits',
  'security/client-networks',
  'security/common-passwords',
  'security/enumeration',
  'security/longest-inputs',
  'security/mail-content',
  'security/mail-crash',
  'security/mail-faults',
  'security/raw-sockets',
  'security/refused-mail',
  'security/unread-sockets',
].map((name) => `${server}/test/${name}.test.ts`)

/** Functions of bytes and texts alone. */
const pure = ['core/passkeys/*', 'core/passwords/fair-queue', 'http/schemas'].map((name) => `${server}/src/${name}.test.ts`)

/** Several processes share a server, never a file. */
const severalProcesses = [
  'two-processes',
  'stale-changes',
  'stale-repeated',
  'stale-stopped',
  'stale-lines',
  'stale-clock',
  'stale-guests',
  'stale-messages',
].map((name) => `${server}/test/security/${name}.test.ts`)

/**
 * No test leaves anything behind in a module, so the files of one worker load the program once. Where a shared machine stands still
 * for seconds, callers who wait for a lock are turned away, as in production: there a test is tried once more, and named at the end.
 */
const each = {
  isolate: false,
  // Every test makes a service and throws it away: with room for several from the start, a collector finds little to copy.
  execArgv: ['--min-semi-space-size=16'],
  retry: process.env['CI'] ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What is waited for is mostly there within a few milliseconds.
  expect: { poll: { interval: 5 } },
}

export default defineConfig({
  test: {
    // By default one core is left idle, which on two halves the speed.
    maxWorkers: '100%',
    // The real provider of the OAuth tests says so once per file on Node 20, where it works all the same.
    onConsoleLog: (line) => !line.includes('oidc-provider WARNING: Unsupported runtime'),
    reporters: ['default', retriedTests],
    // Once for the whole run, whatever takes part in it.
    globalSetup: `${server}/test/support/build.ts`,
    projects: [
      { test: { ...each, name: 'rules', include: [`${server}/test/rules/*.test.ts`] } },
      // The other side of our tests, tested itself: a provider that misbehaves on purpose must do so as described.
      { test: { ...each, name: 'fakes', include: [`${server}/test/support/*.test.ts`] } },
      {
        test: {
          ...each,
          name: 'unit',
          include: [`${server}/src/{kernel,config,mail,logging,cli}/**/*.test.ts`, `${server}/test/history/*.test.ts`],
        },
      },
      { test: { ...each, name: 'client', include: ['packages/client/test/*.test.ts'], provide: { engine: 'sqlite' } } },
      {
        test: {
          ...each,
          name: 'sqlite',
          include: [...onDatabase, pages, `${server}/src/in-process.test.ts`],
          exclude: severalProcesses,
          provide: { engine: 'sqlite' },
        },
      },
      {
        test: {
          ...each,
          name: 'postgres',
          include: onDatabase,
          exclude: [...aboutProviders, ...withoutDatabase, ...pure],
          provide: { engine: 'postgres' },
          globalSetup: `${server}/test/support/postgres-server.ts`,
        },
      },
      {
        test: {
          ...each,
          name: 'browser',
          include: [`${server}/test/browser/**/*.test.ts`, 'packages/client/test/browser/*.test.ts'],
          provide: { engine: 'sqlite' },
          globalSetup: `${server}/test/browser/find-chromium.ts`,
          // A page is waited for as a person would, not a second only.
          expect: { poll: { timeout: 15_000, interval: 20 } },
        },
      },
    ],
  },
})
