import { without, wrong } from '../changes.mjs'
import { planted, postgres, sqlite } from '../defect.mjs'

/** PostgreSQL that fails over, what an operator declares in a file, and what the doctor sees. */
export const operations = [
  planted(
    'a former primary is written to when nobody else is left',
    { 'Primary.#problemOf': wrong('timeline < this.#known.timeline', 'timeline + 9999 < this.#known.timeline') },
    postgres('engines/failing-over'),
  ),
  planted(
    'of two that take writes the one with the shorter history is chosen',
    { 'Primary.#find': wrong('other.server.timeline - one.server.timeline', 'one.server.timeline - other.server.timeline') },
    postgres('engines/failing-over'),
  ),
  planted(
    'whoever names some token is told which part is not ready',
    { isOperator: wrong('isSame(presented, token.reveal())', "token.reveal() !== ''") },
    sqlite('service/flows/health'),
  ),
  planted(
    'what a file makes is there before its secrets were told',
    { applyDeclared: without('tell') },
    sqlite('cli/apply-cut-off'),
  ),
  planted(
    'the doctor overlooks a standby that every write waits for',
    { standbyFindings: wrong('inStep.length === 0', 'rows.length === 0') },
    sqlite('doctor/check-replication'),
  ),
  planted(
    'the doctor finds a standby fine however far behind it is',
    { standbyFindings: wrong('Number(lag ?? 0) < LATE_MS', 'true') },
    sqlite('doctor/check-replication'),
  ),
  planted(
    'the doctor finds a commit fine however long it takes',
    { writeFinding: wrong('ms < SLOW_MS', 'true') },
    sqlite('doctor/check-replication'),
  ),
  planted(
    'the doctor finds connections enough for a process that finds none',
    { poolFinding: wrong('most - used > poolSize', 'most > used') },
    sqlite('doctor/check-replication'),
  ),
  planted(
    'the doctor warns of a certificate once it is over',
    { 'check-certificates.problemsOf': wrong('now + SOON_MS', 'now') },
    sqlite('doctor/check-certificates'),
  ),
  planted(
    'the doctor takes a pooler in transaction mode for none',
    { checkPooler: wrong('fail(MULTIPLEXED)', 'ok(MULTIPLEXED)') },
    postgres('engines/multiplexed'),
  ),
  planted(
    'the doctor overlooks rows that should be gone',
    { checkPurge: wrong('late.length === 0', 'true') },
    sqlite('contract/doctor'),
  ),
]
