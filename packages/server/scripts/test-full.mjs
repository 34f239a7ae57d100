import { spawnSync } from 'node:child_process'

/**
 * Everything, on both databases and in the long forms: what comes before a capability is called done. Each part has its turn even
 * where one before it fails, so that one run tells all there is to mend.
 */
const full = { TEST_FORM: 'full' }
const vitest = (...args) => ['npx', 'vitest', 'run', ...args]
const projects = (...names) => names.map((name) => `--project=${name}`)

const parts = [
  ['types, style and rules', ['npm', 'run', 'check']],
  ['every suite on SQLite, with races and histories', vitest(...projects('sqlite')), full],
  ['every suite on PostgreSQL, with races and histories', vitest(...projects('postgres')), full],
  ['processes, faults, kill points and stale sessions', vitest(...projects('waits', 'waits-postgres')), full],
  [
    'races without a session cache',
    vitest(...projects('sqlite', 'postgres', 'waits-postgres'), 'races.both', 'two-processes'),
    { SESSION_CACHE: 'off' },
  ],
  ['browsers', vitest(...projects('browser')), full],
  ['planted mistakes', ['npm', 'run', 'defects']],
]

const minutes = (ms) => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const begun = performance.now()
const lines = parts.map(([what, [command, ...args], env = {}]) => {
  process.stdout.write(`\n== ${what}\n`)
  const start = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exitCode = 1
  return `${minutes(performance.now() - start).padStart(6)}  ${status === 0 ? 'good  ' : 'FAILED'}  ${what}`
})
process.stdout.write(`\n${lines.join('\n')}\n${minutes(performance.now() - begun).padStart(6)}  in all\n`)
