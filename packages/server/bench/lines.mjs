import { fixed, ratioOf, us, whole } from './report.mjs'
import { median } from './statistics.mjs'

const of = (rounds, side, field) => median(rounds.map((round) => round[side][field]))
const latency = (rounds, side) => `p50 ${fixed(of(rounds, side, 'p50'))} ms, p99 ${fixed(of(rounds, side, 'p99'))} ms`
const perSecond = (value) => `${value < 1000 ? fixed(value, 1) : whole(value)}/s`
const rate = (rounds, side) => perSecond(of(rounds, side, 'rate'))

/** Of the service, and of the database server where it has one of its own. */
function used(rounds, side, unit) {
  const database = of(rounds, side, 'databaseCpuMs')
  return `${unit(of(rounds, side, 'cpuMs'))}${database > 0 ? `, database ${unit(database)}` : ''}`
}

const ms = (milliseconds) => `${fixed(milliseconds, 1)} ms`
const bare = (side) => ['bare', side]

/** What the service uses for a sign-in beside the hash. */
const besideHash = (rounds) => median(rounds.map(({ bare: alone, service }) => service.cpuMs - alone.cpuMs))

/** Each line: its name, what was measured, the processor time of one, and the aims. */
export const linesOf = ({ starts, memory, reads, logins, underLogins }) => [
  [
    'Start, spawn to first `/healthz`',
    `${whole(median(starts.starts.map(({ startMs }) => startMs)))} ms`,
    `${whole(median(starts.starts.map(({ startCpuMs }) => startCpuMs)))} ms`,
    'under 1 s',
  ],
  [
    'Start on an empty database (one start)',
    `${whole(starts.onEmpty.startMs)} ms`,
    `${whole(starts.onEmpty.startCpuMs)} ms`,
    'under 1 s',
  ],
  ['Resident memory, idle', `${whole(memory)} MiB (${whole(memory * 1.048576)} MB)`, '', 'under 100 MB'],
  ['Bare route', `${rate(reads, 'bare')}, ${latency(reads, 'bare')}`, us(of(reads, 'bare', 'cpuMs')), ''],
  ['`GET /auth/me`', `${rate(reads, 'service')}, ${latency(reads, 'service')}`, used(reads, 'service', us), ''],
  ['… against the bare route', ...againstBare(reads, 'service'), '≥ 0.7; processor ≤ 1.4'],
  [
    '`GET /auth/me`, `SESSION_CACHE_SIZE=0`',
    `${rate(reads, 'uncached')}, ${latency(reads, 'uncached')}`,
    used(reads, 'uncached', us),
    '',
  ],
  ['… against the bare route', ...againstBare(reads, 'uncached'), ''],
  ['Argon2id alone', rate(logins, 'bare'), ms(of(logins, 'bare', 'cpuMs')), ''],
  ['Sign-ins', `${rate(logins, 'service')}, ${latency(logins, 'service')}`, used(logins, 'service', ms), ''],
  [
    '… against Argon2id alone',
    fixed(ratioOf(logins, bare('service'), 'rate')),
    `${fixed(besideHash(logins))} ms more`,
    'processor ≤ 1.2 ms more (PostgreSQL: 2.4)',
  ],
  ['`/auth/me` at 100/s, idle', latency(underLogins.rounds, 'idle'), used(underLogins.rounds, 'idle', us), ''],
  ['`/auth/me` at 100/s, hasher saturated', latency(underLogins.rounds, 'busy'), '', ''],
  ['… p99 against idle', fixed(ratioOf(underLogins.rounds, ['idle', 'busy'], 'p99'), 1), '', '≤ 5'],
]

const againstBare = (rounds, side) => [fixed(ratioOf(rounds, bare(side), 'rate')), fixed(ratioOf(rounds, bare(side), 'cpuMs'))]
