import { becomes, without, wrong } from '../changes.mjs'
import { planted, postgres } from '../defect.mjs'

/** How a file is moved to PostgreSQL while the service writes to it. */
export const moves = [
  planted('the file of a move takes writes on', { raiseFence: wrong('tables.flatMap', '[].flatMap') }, postgres('move-database')),
  planted('the fence goes up without its commit', { attempt: without('source.commit') }, postgres('move-database')),
  planted(
    'a move does not count what is in both databases',
    { 'replay.settle': wrong('source.count(table) !== counts.get(table.name)', 'table.columns.length === 0') },
    postgres('move-database'),
  ),
  planted(
    'a row of the last moment that was there before is counted for one that came',
    { attempt: wrong('balance.uneven !== undefined', 'balance.uneven !== undefined && notes.length < 0') },
    postgres('move-database'),
  ),
  planted('a move forgets what was deleted', { triggersOf: wrong('AFTER DELETE', 'AFTER INSERT') }, postgres('move-database')),
  planted(
    'a move forgets the row that has left a key',
    { triggersOf: wrong("${note('OLD', 0)} WHERE", "${note('NEW', 0)} WHERE") },
    postgres('move-database'),
  ),
  planted(
    'what has changed does not go before it comes',
    { renewAll: wrong('-(await remove(sql, table, keys))', '0') },
    postgres('move-database'),
  ),
  planted(
    'writers wait for as long as the last changes take',
    { 'hand-over.LIMIT_MS': becomes('60_000') },
    postgres('move-database'),
  ),
  planted('writers wait for however many changes', { attempt: wrong("return 'much'", "void 'much'") }, postgres('move-database')),
  planted(
    'a move does not wait for a mail that is on its way',
    { mailsUnderWay: wrong('leased_until > ?', 'leased_until < 0 AND 0 < ?') },
    postgres('move-database'),
  ),
  planted(
    'a move that was overtaken by another takes its notes away',
    { moveDatabase: wrong('if (isOwn()) await source.change', 'await source.change') },
    postgres('move-database'),
  ),
  planted(
    'a move that has failed goes on noting changes',
    { moveDatabase: wrong('if (isOwn()) await source.change(endNotes(tables))', '') },
    postgres('move-database'),
  ),
  planted(
    'there is a way back from a database that has taken writes',
    { 'move-record.takeBack': wrong("AND state <> 'open'", '') },
    postgres('move-database'),
  ),
  planted(
    'a way back forgets to release the new database',
    { undoMove: wrong('await releaseTarget(to, found.id)', '{}') },
    postgres('move-database'),
  ),
  planted(
    'the way back leaves the file closed',
    { undoMove: wrong('...lowerFence(source.everyTable()), ', '') },
    postgres('move-database'),
  ),
]
