import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { signedCheckpoint } from '../../../gate/audit/log/signed-head.ts'
import { CommandError, type Terminal } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { writtenKey } from '../../../platform/kernel/signed-note.ts'
import { databaseSource } from './database-source.ts'
import { EXPORT_FORMAT, type ExportHead } from './export-format.ts'
import { type OpenedLog, tamperedFrom, withLog } from './show-log.ts'
import { EXIT_CODES } from './verdict.ts'

const LINES_AT_ONCE = 500

/** A line for what the log says of itself, and one for each event, all that it takes to recompute it. */
export function exportLog(config: Config, { cwd }: Terminal, file: string): Promise<string> {
  const at = path.resolve(cwd, file)
  return withLog(config, async (log) => {
    const handle = newFile(at)
    try {
      await write(handle, log)
      fsyncSync(handle)
    } catch (error) {
      rmSync(at, { force: true })
      throw error
    } finally {
      closeSync(handle)
    }
    const bad = await tamperedFrom(log)
    const written = `Events ${log.head.first} to ${log.head.size - 1} are in ${at}`
    // The file stays: it shows what was done.
    if (bad !== undefined) throw new CommandError(`${written}, and were tampered with, from ${bad} on.`, EXIT_CODES.tampered)
    return `${written}.`
  })
}

function newFile(at: string): number {
  try {
    return openSync(at, 'wx', 0o600)
  } catch (cause) {
    throw new CommandError(`${at} cannot be made: is it there already? (${cause instanceof Error ? cause.message : cause})`)
  }
}

async function write(handle: number, { tables, head, signer, tree }: OpenedLog): Promise<void> {
  const source = await databaseSource(tables)
  const below = await source.below(head.first)
  if (!below) throw new CommandError('The log is not whole: run `latchkey audit verify`.', 4)
  const first: ExportHead = {
    ...{ format: EXPORT_FORMAT, key: writtenKey(signer), checkpoint: signedCheckpoint(signer, tree), head },
    below: below.map((hash) => hash.toString('base64')),
  }
  let lines = [JSON.stringify(first)]
  for await (const event of source.events(head.first)) {
    if (event.sequence >= head.size) break
    lines.push(JSON.stringify(event))
    if (lines.length < LINES_AT_ONCE) continue
    writeSync(handle, `${lines.join('\n')}\n`)
    lines = []
  }
  if (lines.length > 0) writeSync(handle, `${lines.join('\n')}\n`)
}
