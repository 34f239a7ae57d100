import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { nativeModules, nativeThreads } from './packages/server/test/support/native-modules.ts'

const server = 'packages/server'
const support = `${server}/test/support`

/** Every file on both databases, with `full` also in its long form; else PostgreSQL has what it may answer differently. */
const hasEveryFile = ['full', 'every file'].includes(process.env['TEST_FORM'] ?? '')

/**
 * What a file needs is in its name, `<subject>.<needs>.test.ts`: `both` databases, `sqlite` or `postgres` alone, a `browser`, or to
 * `wait`, for a process of the built program or for real seconds; `full` is for `npm run test:full` alone. A plain name is a file that
 * is content with SQLite.
 */
const all = 'packages/*/{src,test}/**/*.test.ts'
const named = (...needs: readonly string[]): string[] => needs.map((need) => `packages/*/{src,test}/**/*.${need}{,.*}.test.ts`)
const elsewhere = ['**/node_modules/**', `${server}/test/{rules,rehearsal}/**`, ...(hasEveryFile ? [] : named('full'))]

/** A run that watches, or has to look into the program's modules, has its sources. */
const hasModules = process.argv.includes('run') && !process.argv.some((one) => one.startsWith('--coverage'))
const plugins = [hasModules ? await nativeModules() : await nativeThreads()]

/** No test leaves anything behind in a module, so the files of one worker load the program once. */
const each = {
  isolate: false,
  server: { deps: { external: [/\/\.modules\//] } },
  // Every test makes a service and throws it away: with room for several from the start, a collector finds little to copy.
  execArgv: ['--min-semi-space-size=16'],
  // A slow hour of a machine is no failure; what hangs is one all the same.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // What is waited for is mostly there within a few milliseconds.
  expect: { poll: { timeout: 60_000, interval: 5 } },
}

const sqlite = { ...each, provide: { engine: 'sqlite' } } as const
const postgres = { ...each, provide: { engine: 'postgres' } } as const
/** They leave the cores idle, so more of them than there are cores run at once, after all others. */
const waiting = { maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    // By default one core is left idle, which on two halves the speed.
    maxWorkers: '100%',
    // To read 900 modules takes longer than most files do.
    experimental: { fsModuleCache: true },
    // The real provider of the OAuth tests says so once per file on Node 20, where it works all the same.
    onConsoleLog: (line) => !line.includes('oidc-provider WARNING: Unsupported runtime'),
    // Once for the whole run, whatever takes part in it.
    globalSetup: ['scratch-root', 'build', 'postgres-server'].map((name) => `${support}/${name}.ts`),
    projects: [
      { plugins, test: { ...each, name: 'rules', include: [`${server}/test/rules/*.test.ts`] } },
      {
        plugins,
        test: { ...sqlite, name: 'sqlite', include: [all], exclude: [...elsewhere, ...named('postgres', 'browser', 'wait')] },
      },
      {
        plugins,
        test: {
          ...postgres,
          name: 'postgres',
          include: hasEveryFile ? [all] : named('both', 'postgres'),
          exclude: [...elsewhere, ...named('sqlite', 'browser', 'wait')],
        },
      },
      {
        plugins,
        test: {
          ...sqlite,
          ...waiting,
          name: 'browser',
          include: named('browser'),
          exclude: elsewhere,
          globalSetup: `${server}/test/browser/find-chromium.ts`,
          expect: { poll: { timeout: 60_000, interval: 20 } },
        },
      },
      {
        plugins,
        test: { ...sqlite, ...waiting, name: 'waits', include: named('wait'), exclude: [...elsewhere, ...named('postgres')] },
      },
      {
        plugins,
        test: {
          ...postgres,
          ...waiting,
          name: 'waits-postgres',
          include: hasEveryFile ? named('wait') : named('both{,.*}.wait', 'postgres{,.*}.wait'),
          exclude: [...elsewhere, ...named('sqlite')],
        },
      },
    ],
  },
})
