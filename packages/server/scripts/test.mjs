import { spawn } from 'node:child_process'
import { once } from 'node:events'

/*
 * Every test: what keeps the cores busy, and beside it what mostly waits, for processes, browsers and real seconds. What the second run
 * has printed follows the first. Arguments go to both.
 */
const runs = [
  ['sqlite', 'postgres'],
  ['browser', 'waits', 'waits-postgres'],
]

function begin(projects, stdio) {
  const named = projects.map((name) => `--project=${name}`)
  return spawn('npx', ['vitest', 'run', '--passWithNoTests', ...named, ...process.argv.slice(2)], { stdio })
}

const [busy, waiting] = [begin(runs[0], 'inherit'), begin(runs[1], ['inherit', 'pipe', 'pipe'])]
const printed = []
for (const stream of [waiting.stdout, waiting.stderr]) stream.on('data', (chunk) => printed.push(chunk))
const ends = await Promise.all([once(busy, 'exit'), once(waiting, 'close')])
process.stdout.write(Buffer.concat(printed))
process.exitCode = ends.every(([code]) => code === 0) ? 0 : 1
