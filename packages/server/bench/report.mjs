import { median } from './statistics.mjs'

/** On a machine that is busy enough, a round may pass without an answer. */
export const fixed = (value, digits = 2) => value?.toFixed(digits) ?? '–'
export const whole = (value) => Math.round(value).toLocaleString('en')
export const us = (milliseconds) => `${whole(milliseconds * 1000)} µs`
export const ms = (milliseconds) => `${fixed(milliseconds, 1)} ms`
export const perSecond = (value) => `${value < 1000 ? fixed(value, 1) : whole(value)}/s`

export const middle = (rounds, side, field) => median(rounds.map((round) => round[side][field]))
export const latency = (rounds, side) =>
  `p50 ${fixed(middle(rounds, side, 'p50'))} ms, p99 ${fixed(middle(rounds, side, 'p99'))} ms`

/** Processor time of the service, and of the database server where it has one of its own. */
export function used(rounds, side, unit) {
  const database = middle(rounds, side, 'databaseCpuMs')
  return `${unit(middle(rounds, side, 'cpuMs'))}${database > 0 ? `, database ${unit(database)}` : ''}`
}

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
  row('median', [
    ...fields.map((field) => pair(field, middle(rounds, first, field), middle(rounds, second, field))),
    fixed(ratioOf(rounds, [first, second], by), 3),
  ])
  console.log(`  (${first} | ${second})`)
}

/** The median of the rounds' ratios, second to first. */
export const ratioOf = (rounds, [first, second], by) => median(rounds.map((round) => round[second][by] / round[first][by]))

/** As the guide has it. */
export const tableOf = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
