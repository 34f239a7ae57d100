import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../../../platform/commands/command.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { raiseFence } from '../../../platform/store/moved/fence.ts'
import { complete, copyOn, type ForeignKey, notedForeignKeys } from '../target/preparation.ts'
import type { Move } from './move.ts'
import { Differs, type Progress, renewAll, renewalsOf, replay, settle, touchedBy } from './replay.ts'

/** Writers wait for no longer, but for the disk that takes the last commit. */
const LIMIT_MS = 800
const ATTEMPTS = 5
/** Changes that are taken over while writers wait. */
const LITTLE = 1000
const ROUNDS = 200
/** Longer than a mail server is waited for. */
const MAILS_MS = 15_000
const MAILS_PAUSE_MS = 50

type Outcome = 'moved' | 'mails' | 'much' | 'late'

/** Until it is done: what was written meanwhile comes first. */
export async function handOver(move: Move, from: Progress): Promise<void> {
  const { say, engine, checkGoingOn } = move
  const foreignKeys = await notedForeignKeys(engine)
  const mailsUntil = performance.now() + MAILS_MS
  let progress = await settle(move, from)
  for (let late = 0, rounds = 0; late < ATTEMPTS && rounds < ROUNDS; ) {
    checkGoingOn()
    const outcome = await attempt(move, progress, foreignKeys, performance.now() > mailsUntil)
    if (outcome === 'moved') return
    if (outcome === 'mails') await sleep(MAILS_PAUSE_MS)
    if (outcome === 'much') {
      rounds++
      progress = await replay(move, progress)
    }
    if (outcome === 'late') {
      late++
      say(`Writers would have waited for longer than ${LIMIT_MS} ms: rolled back.`)
      await copyOn(engine)
      progress = await settle(move, progress)
    }
  }
  throw new CommandError('The last changes took too long each time: nothing has moved, and the service goes on as before.')
}

/** The fence goes up with the commit of the file, after that of the new database: where the command dies in between, nothing has moved. */
async function attempt(
  move: Move,
  { place, again, balance: before }: Progress,
  foreignKeys: readonly ForeignKey[],
  isOverdue: boolean,
): Promise<Outcome> {
  const { id, target, source, engine, checkGoingOn } = move
  await source.begin()
  const began = performance.now()
  try {
    checkGoingOn()
    if (!isOverdue && mailsUnderWay(move)) return 'mails'
    const notes = source.notes(place, LITTLE + 1)
    if (notes.length > LITTLE) return 'much'
    const renewals = renewalsOf(move, touchedBy(move, notes, again))
    source.all(raiseFence(source.everyTable(), { id, target }))
    const writing = engine.transaction(async (sql) => {
      const balance = before.copy()
      for (const { name, delta } of notes) balance.add(name, -delta)
      await renewAll(sql, renewals, balance)
      if (balance.uneven !== undefined) throw new Differs(balance.uneven)
      await complete(sql, id, foreignKeys)
    })
    const left = LIMIT_MS - (performance.now() - began)
    const isInTime = await Promise.race([writing.then(() => true), sleep(Math.max(0, left), false)])
    if (isInTime && performance.now() - began < LIMIT_MS) {
      source.commit()
      return 'moved'
    }
    source.rollback() // first, because writers wait
    await writing.catch(() => undefined)
    return 'late'
  } finally {
    source.rollback()
  }
}

/** A process that does not know where to go on could not note any more that its mail has left, and another would send it again. */
const mailsUnderWay = ({ source }: Move): boolean =>
  source.read(`SELECT id FROM outbox WHERE done_at IS NULL AND leased_until > ? LIMIT 1`, [systemClock.now()]).length > 0
