import { appendFileSync, closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { CommandError, type Terminal } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { exportedLines } from './exported-lines.ts'
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

async function write(handle: number, log: OpenedLog): Promise<void> {
  const exported = await exportedLines(log)
  if (!exported) throw new CommandError('The log is not whole: run `latchkey audit verify`.', EXIT_CODES.tampered)
  let lines: string[] = []
  for await (const line of exported) {
    lines.push(line)
    if (lines.length < LINES_AT_ONCE) continue
    appendFileSync(handle, `${lines.join('\n')}\n`)
    lines = []
  }
  if (lines.length > 0) appendFileSync(handle, `${lines.join('\n')}\n`)
}
