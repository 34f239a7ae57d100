import { randomUUID } from 'node:crypto'
import { askedToStop } from '../../../platform/commands/asked-to-stop.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import type { Engine } from '../../../platform/store/engine.ts'
import { BEGUN } from '../../../platform/store/moved/fence.ts'
import { handOver as noteHandedOver } from '../../../platform/store/moved/move-record.ts'
import { databaseName } from '../../../platform/store/open-engine.ts'
import { endNotes, startNotes } from '../source/notes.ts'
import type { Source } from '../source/source.ts'
import { analyse, prepareTarget, validateForeignKeys } from '../target/preparation.ts'
import { compareRows, copyRows } from './copy.ts'
import { handOver } from './hand-over.ts'
import type { Move } from './move.ts'
import { nothingYet, replay } from './replay.ts'

interface Places {
  readonly source: Source
  readonly engine: Engine
  readonly to: string
  readonly say: (line: string) => void
}

/** Until the file is fenced, a failure leaves it as it was, and the service as if nothing had happened. */
export async function moveDatabase({ source, engine, to, say }: Places): Promise<void> {
  const [id, target, tables] = [randomUUID(), await databaseName(to), source.shapes()]
  const stop = { isAsked: false }
  void askedToStop().then(() => (stop.isAsked = true))
  const isOwn = () => source.has(BEGUN) && source.read(`SELECT id FROM ${BEGUN}`)[0]?.['id'] === id
  const checkGoingOn = (): void => {
    if (stop.isAsked) throw new CommandError('Stopped: nothing has moved.')
    if (!isOwn()) throw new CommandError('Another move of this file has begun: this one has ended.')
  }
  const move: Move = { id, target, source, engine, tables, say, checkGoingOn }
  await prepareTarget(engine, id, tables)
  await source.change([
    ...endNotes(tables),
    ...startNotes(tables),
    `INSERT INTO ${BEGUN} (id, target) VALUES ('${id}', '${target.replaceAll("'", "''")}')`,
  ])
  try {
    await carryOver(move)
  } catch (error) {
    if (isOwn()) await source.change(endNotes(tables))
    throw error
  }
  await finish(engine, id)
}

async function carryOver(move: Move): Promise<void> {
  const { engine, tables, say } = move
  const begun = nothingYet()
  say('Copying.')
  await copyRows(move, begun)
  say('Taking over what was written meanwhile.')
  const copied = await replay(move, begun)
  await analyse(engine, tables)
  say('Comparing.')
  await compareRows(move, copied)
  say('Handing over.')
  await handOver(move, copied)
}

/** Also where the command was killed after the hand-over. */
export async function finish(engine: Engine, id: string): Promise<boolean> {
  if (!(await noteHandedOver(engine, id))) return false
  await validateForeignKeys(engine)
  return true
}
