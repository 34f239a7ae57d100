import { availableParallelism, cpus } from 'node:os'
import { median } from './statistics.mjs'

const fixed = (value, digits = 2) => value.toFixed(digits)
const whole = (value) => Math.round(value).toLocaleString('en')

const columns = {
  rate: ['per second', whole],
  p50: ['p50 ms', fixed],
  p99: ['p99 ms', fixed],
  cpuMs: ['CPU ms each', (value) => fixed(value, 3)],
}

/** Every round's pair, and medians. `by` names the field whose ratio is the figure. */
export function printRounds(title, rounds, [first, second], by) {
  console.log(`\n${title}`)
  const fields = Object.keys(columns).filter(
    (field) => rounds[0][first][field] !== undefined && rounds[0][second][field] !== undefined,
  )
  const row = (label, cells) => console.log(`  ${label.padEnd(8)}${cells.map((cell) => cell.padStart(20)).join('')}`)
  row('round', [...fields.map((field) => columns[field][0]), `ratio (${columns[by][0]})`])
  const pair = (field, left, right) => `${columns[field][1](left)} | ${columns[field][1](right)}`
  rounds.forEach((round, index) => {
    const cells = fields.map((field) => pair(field, round[first][field], round[second][field]))
    row(String(index + 1), [...cells, fixed(round[second][by] / round[first][by], 3)])
  })
  const middle = (side, field) => median(rounds.map((round) => round[side][field]))
  row('median', [
    ...fields.map((field) => pair(field, middle(first, field), middle(second, field))),
    fixed(ratio(rounds, [first, second], by), 3),
  ])
  console.log(`  (${first} | ${second})`)
}

/** The median of the rounds' ratios, second to first. */
const ratio = (rounds, [first, second], by) => median(rounds.map((round) => round[second][by] / round[first][by]))

export function markdown({ database, starts, memory, reads, logins, underLogins }) {
  const of = (rounds, side, field) => median(rounds.map((round) => round[side][field]))
  const pair = ['bare', 'service']
  const idle = (field) => fixed(of(underLogins.rounds, 'idle', field))
  const busy = (field) => fixed(of(underLogins.rounds, 'busy', field))
  const lines = [
    ['Start, spawn to first `/healthz`', `${whole(median(starts.starts))} ms (empty database: ${whole(starts.onEmpty)} ms)`, ''],
    ['Resident memory, idle', `${whole(memory)} MiB`, ''],
    [
      '`GET /auth/me`',
      `${whole(of(reads, 'service', 'rate'))}/s, p50 ${fixed(of(reads, 'service', 'p50'))} ms, p99 ${fixed(of(reads, 'service', 'p99'))} ms`,
      '',
    ],
    [
      'Bare Fastify route',
      `${whole(of(reads, 'bare', 'rate'))}/s, p50 ${fixed(of(reads, 'bare', 'p50'))} ms, p99 ${fixed(of(reads, 'bare', 'p99'))} ms`,
      '',
    ],
    ['`/auth/me` against the bare route, throughput', fixed(ratio(reads, pair, 'rate'), 3), '≥ 0.5'],
    [
      '… CPU time per request',
      `${whole(of(reads, 'service', 'cpuMs') * 1000)} µs against ${whole(of(reads, 'bare', 'cpuMs') * 1000)} µs`,
      '',
    ],
    ['Sign-ins', `${fixed(of(logins, 'service', 'rate'), 1)}/s, ${fixed(of(logins, 'service', 'cpuMs'), 1)} ms CPU each`, ''],
    ['Argon2id alone', `${fixed(of(logins, 'bare', 'rate'), 1)}/s, ${fixed(of(logins, 'bare', 'cpuMs'), 1)} ms CPU each`, ''],
    ['Sign-ins against Argon2id alone', fixed(ratio(logins, pair, 'rate'), 3), '≥ 0.95'],
    ['`/auth/me`, 100/s, idle', `p50 ${idle('p50')} ms, p99 ${idle('p99')} ms`, ''],
    ['`/auth/me`, 100/s, hasher saturated', `p50 ${busy('p50')} ms, p99 ${busy('p99')} ms`, ''],
    ['… p99, saturated to idle', `${fixed(ratio(underLogins.rounds, ['idle', 'busy'], 'p99'), 1)}×`, '≤ 5×'],
  ]
  return [
    `${database}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0].model.trim()}`,
    '',
    '| | measured | aim |',
    '|---|---|---|',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}
