import { wrong } from '../changes.mjs'
import { planted, sqlite } from '../defect.mjs'

/** What is sealed stays as it was, and a change is found. */
export const auditLog = [
  planted('an event can become one of another type', { leafOf: wrong('event.type,', "'',") }, sqlite('tampering')),
  planted(
    'what is personal can be taken from an event by anybody',
    { personalProblem: wrong('key.erasure(id) !== erasure', 'erasure === undefined') },
    sqlite('tampering'),
  ),
  planted(
    'the log goes on from a head that was changed',
    { treeOfHead: wrong('said.size !== head.size || said.first !== head.first', 'false') },
    sqlite('seal-events'),
  ),
  planted(
    'a failure is sealed while others are still counted with it',
    { 'SealedEventsTable.unsealed': wrong('[now - SHARED_MS, limit]', '[now + SHARED_MS, limit]') },
    sqlite('seal-events'),
  ),
  planted(
    'a failure that comes late changes what is sealed',
    { ADD_EVENT: wrong('CASE WHEN audit_events.sequence IS NULL THEN 1 ELSE 0 END', '1') },
    sqlite('seal-events'),
  ),
  planted(
    'the salt of what was erased is kept',
    { 'SealedEventsTable.erase': wrong('salt = NULL, ', '') },
    sqlite('commands/audit-log'),
  ),
  planted(
    'an event that is sealed is taken back without a trace',
    { 'AuditTable.remove': wrong(' AND sequence IS NULL', '') },
    sqlite('histories'),
  ),
  planted(
    'old events are removed although they were changed',
    { removeTile: wrong('!stored?.[at]?.equals(leafHash(leafOf(event)))', 'false') },
    sqlite('histories'),
  ),
  planted(
    'a reader by number is told an event twice',
    { streamAuditLogs: wrong('Number(after) + 1', 'Number(after)') },
    sqlite('stream-audit-logs'),
  ),
  planted(
    'a reader who has lost the right while waiting is told what came',
    { streamAuditLogs: wrong('await lockActor(tx)', 'void lockActor') },
    sqlite('stream-audit-logs'),
  ),
  planted(
    'a collector is never told an event',
    { feedSome: wrong('last.sequence + 1', 'last.sequence + 2') },
    sqlite('collectors'),
  ),
  planted(
    'what a collector did not take counts as told',
    { postLogs: wrong("if (outcome !== 'delivered') throw new Error(outcome)", '') },
    sqlite('collectors'),
  ),
  planted(
    'what a collector gets is put behind half a line',
    { endsWhole: wrong("buffer.toString() === '\\n'", "buffer.toString() !== ''") },
    sqlite('collectors'),
  ),
  planted(
    'every process mails the checkpoint of a day',
    { 'CollectorsTable.advanceOnce': wrong('AND leased_until <= ?', 'AND leased_until <> ?') },
    sqlite('mail-checkpoint'),
  ),
  planted(
    'a checkpoint is mailed although nothing came',
    { mailCheckpoint: wrong('known.position >= newest.size', 'false') },
    sqlite('mail-checkpoint'),
  ),
  planted(
    'a minute has several checkpoints',
    { writeCheckpoint: wrong('createdAt < last.createdAt + atLeastMs', 'false') },
    sqlite('sealer.both'),
  ),
  planted(
    'checkpoints of the last hours are removed',
    { 'CheckpointsTable.thinOut': wrong('[from, to, from, to]', '[from, to * 9, from, to * 9]') },
    sqlite('sealer.both'),
  ),
  planted(
    'no checkpoint is written after the clock was set back',
    { writeCheckpoint: wrong('createdAt >= last.createdAt && ', '') },
    sqlite('sealer.both'),
  ),
  planted(
    'a checkpoint is written behind half of another one',
    { writeCheckpoint: wrong('`${GAP}${note}`', 'note') },
    sqlite('sealer.both'),
  ),
  planted(
    'a number that two events have is passed over',
    { 'LogWalk.through': wrong('event.sequence < number;', 'event.sequence + size < number;') },
    sqlite('tampering'),
  ),
  planted(
    'what is too large for a collector is never sent in smaller pieces',
    { halved: wrong('Math.floor(events.length / 2)', 'undefined') },
    sqlite('collectors'),
  ),
  planted(
    'a collector that ends the connection gets the same again',
    { feedSome: wrong('err instanceof BrokenOff && events.length > 1', 'false') },
    sqlite('collectors'),
  ),
  planted(
    'a caller who has hung up keeps a place of those who wait',
    { streamAuditLogs: wrong('isOver: deps.isStopping, whenGone }', 'isOver: deps.isStopping, whenGone: () => undefined }') },
    sqlite('stream-audit-logs'),
  ),
]
