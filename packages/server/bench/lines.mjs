import { fixed, latency, middle, ms, perSecond, ratioOf, us, used, whole } from './report.mjs'
import { median } from './statistics.mjs'

const bare = (side) => ['bare', side]
const rate = (rounds, side) => perSecond(middle(rounds, side, 'rate'))

/** What the service uses for a sign-in beside the hash. */
const besideHash = (rounds) => median(rounds.map(({ bare: alone, service }) => service.cpuMs - alone.cpuMs))

const CHECK_AIM = '≥ 1.0; processor ≤ 1.0'

/** Each line: its name, what was measured, the processor time of one, and the aims. */
export const linesOf = ({ starts, memory, reads, logins, underLogins }) => [
  [
    'Start, spawn to first `/readyz`',
    `${whole(median(starts.starts.map(({ startMs }) => startMs)))} ms`,
    `${whole(median(starts.starts.map(({ startCpuMs }) => startCpuMs)))} ms`,
    '≤ 0.45 s (SQLite)',
  ],
  [
    'Start on an empty database (one start)',
    `${whole(starts.onEmpty.startMs)} ms`,
    `${whole(starts.onEmpty.startCpuMs)} ms`,
    'under 1 s',
  ],
  ['Resident memory, idle', `${whole(memory)} MiB (${whole(memory * 1.048576)} MB)`, '', '≤ 85 MB'],
  ['Bare route', `${rate(reads, 'bare')}, ${latency(reads, 'bare')}`, us(middle(reads, 'bare', 'cpuMs')), ''],
  ['`GET /auth/me`', `${rate(reads, 'service')}, ${latency(reads, 'service')}`, used(reads, 'service', us), ''],
  ['… against the bare route', ...againstBare(reads, 'service'), CHECK_AIM],
  ['`GET /auth/check` against the bare route', ...againstBare(reads, 'check'), CHECK_AIM],
  ['`GET /auth/forward` against the bare route', ...againstBare(reads, 'forward'), CHECK_AIM],
  ['`GET /auth/me` through the framework, against the bare route', ...againstBare(reads, 'framework'), ''],
  [
    '`GET /auth/me`, `SESSION_CACHE_SIZE=0`',
    `${rate(reads, 'uncached')}, ${latency(reads, 'uncached')}`,
    used(reads, 'uncached', us),
    '',
  ],
  ['… against the bare route', ...againstBare(reads, 'uncached'), ''],
  ['Argon2id alone', rate(logins, 'bare'), ms(middle(logins, 'bare', 'cpuMs')), ''],
  ['Sign-ins', `${rate(logins, 'service')}, ${latency(logins, 'service')}`, used(logins, 'service', ms), ''],
  [
    '… against Argon2id alone',
    fixed(ratioOf(logins, bare('service'), 'rate')),
    `${fixed(besideHash(logins))} ms more`,
    '≥ 0.92 (PostgreSQL: 0.85); processor ≤ 1.2 ms more (2.2)',
  ],
  ['`/auth/me` at 100/s, idle', latency(underLogins.rounds, 'idle'), used(underLogins.rounds, 'idle', us), ''],
  ['`/auth/me` at 100/s, hasher saturated', latency(underLogins.rounds, 'busy'), '', ''],
  ['… p99 against idle', fixed(ratioOf(underLogins.rounds, ['idle', 'busy'], 'p99'), 1), '', '≤ 5'],
]

const againstBare = (rounds, side) => [fixed(ratioOf(rounds, bare(side), 'rate')), fixed(ratioOf(rounds, bare(side), 'cpuMs'))]
