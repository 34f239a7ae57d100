import { becomes, without, wrong } from '../changes.mjs'
import { planted, postgres, sqlite } from '../defect.mjs'

/** Tables, the two engines, the audit log, and mail that waits in a table. */
export const store = [
  planted('a code can be spent twice', { 'gate.CodesTable.take': wrong('AND used_at IS NULL', '') }, sqlite('code-races')),
  planted(
    'an invite can be accepted twice',
    { 'InvitesTable.take': wrong('AND ${OPEN}', '') },
    sqlite('invite-races', 'invite-register'),
  ),
  planted(
    'what is left of a deleted account is found by its id',
    { 'account-columns.PRESENT': wrong('created_at >', 'created_at >=') },
    sqlite('large-account'),
  ),
  planted('tokens are stored as they are', { hashToken: becomes('return token') }, sqlite('no-secrets-at-rest')),
  planted(
    'an acknowledged write may be lost with the power',
    { 'durableCommits.settled': becomes('return undefined') },
    sqlite('engines/durable-commits'),
  ),
  planted(
    'what was read is told before it is on the disk',
    { 'openSqlite.query': without('settled') },
    sqlite('engines/durable-commits'),
  ),
  planted(
    'the service is not told of a sync that failed',
    { 'GroupSync.break': without('onBroken') },
    sqlite('engines/durable-commits'),
  ),
  planted(
    'what a transaction wrote last is not sent before COMMIT',
    { 'transact.send': wrong('...unsent', "...(statement.sql === 'COMMIT' ? [] : unsent)") },
    postgres('engines/run'),
  ),
  planted(
    'a COMMIT is believed although a statement sent with it has failed',
    { 'sendStatements.answered': wrong('failure ??=', 'failure =') },
    postgres('engines/run'),
  ),
  planted('two administrators can remove each other at once', { isLastAdmin: without('lock') }, postgres('admin-races')),
  planted(
    'strangers decide how long the audit log is',
    { 'audit.isShared': becomes('return false') },
    sqlite('gate/audit/audit'),
  ),
  planted(
    'a mail that was refused counts for the limit',
    { 'own-mail.withdraw': without('limitsIn.uncount') },
    sqlite('refused-mail'),
  ),
  planted(
    'a count goes back to a window that began later',
    { 'LimitsTable.uncount': wrong('expires_at = ?', '? > 0') },
    sqlite('refused-mail'),
  ),
  planted('the audit log speaks of what was taken back', { 'own-mail.withdraw': without('unrecord') }, sqlite('refused-mail')),
  planted(
    'the code of a process that died leaves after all',
    {
      'OutboxTable.withdraw': wrong(
        "done_at = COALESCE(done_at, ?), outcome = 'failed', payload = NULL",
        'attempts = attempts + 0 * ?',
      ),
    },
    sqlite('dead-sender'),
  ),
  planted('a new name is not searched by', { 'AccountsTable.setName': without('replace') }, sqlite('search-users')),
  planted(
    'a search counts an account for each of its words',
    { wordSource: wrong('s.shared < ?', 's.shared < 1000 + ?') },
    sqlite('account-search'),
  ),
  planted('a long search leaves no room for others', { indexRanges: without('nextTurn') }, sqlite('account-search')),
  planted(
    'an account that comes back counts twice among those of a week',
    { 'AccountActivityTable.#count': wrong('Math.max(day, before + length)', 'day') },
    sqlite('account-activity'),
  ),
  planted('an event that is taken back stays counted', { 'AuditTable.remove': without('#count') }, sqlite('day-counters')),
  planted('an account that is gone stays counted', { 'AccountsTable.#remove': without('effects.count') }, sqlite('day-counters')),
  planted(
    'what is counted can be written where nobody counts it',
    { 'NoTransaction.count': becomes('return undefined as never') },
    sqlite('day-counters'),
  ),
  planted(
    'a recount does not keep others from the day that it counts',
    { 'DayCountersTable.recount': wrong('DO UPDATE SET total = day_counters.total', 'DO NOTHING') },
    postgres('day-recount'),
  ),
  planted(
    'a page of a long list begins with the last row of the one before',
    { 'index-ranges.read': wrong("['<'", "['<='") },
    sqlite('audit-list'),
  ),
  planted(
    'a place in one list is taken for one in another',
    { 'Keyset.#place': wrong('list !== this.#list', 'false') },
    sqlite('audit/flows/audit-logs'),
  ),
  planted(
    'a filter that hardly anything meets is walked to the end of the log',
    { 'bounded-scan.boundedScan': wrong('left-- === 0', 'left-- === Infinity') },
    sqlite('audit-list'),
  ),
  planted(
    'a process whose clock is wrong removes what it thinks has expired',
    { 'Purge.#work': without('time.isTrusted') },
    postgres('wrong-clock'),
  ),
  planted(
    'what was given up goes on waiting at the server',
    { 'PostgresPool.use': without('cancelBackend') },
    postgres('lost-standby'),
  ),
  planted(
    'requests knock at a server that refuses as often as they come',
    { FREE_FAILURES: becomes('1_000_000') },
    postgres('reconnecting'),
  ),
  planted(
    'a statement has another name in every process',
    { prepared: wrong('update(text)', 'update(`${known.size}`)') },
    postgres('multiplexed'),
  ),
  planted(
    'ready means that a write would be refused by nothing but the database',
    {
      'WriteProbesTable.tryToWrite': wrong('INSERT INTO write_probes (filler) VALUES (?)', 'UPDATE write_probes SET filler = ?'),
    },
    sqlite('sqlite-faults'),
  ),
  planted(
    'a restore brings browsers back that were trusted',
    { 'devices.DEVICES': wrong('trusted_until = NULL, trusted_version = NULL', 'trusted_until = trusted_until') },
    sqlite('restored'),
  ),
  planted(
    'writes wait as long as somebody reads a SQLite file',
    { 'Checkpoints.#empty': wrong('if (found.pages === before) break', '') },
    sqlite('durable-commits'),
  ),
  planted(
    'a snapshot goes on after it was read',
    { ofSqlite: wrong("if (database.isTransaction) database.exec('ROLLBACK')", '') },
    sqlite('read-snapshot'),
  ),
]
