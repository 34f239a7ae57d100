import { createReadStream, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, command, type Terminal, UsageError } from '../../../platform/commands/command.ts'
import { textOf } from '../../../platform/commands/finding.ts'
import { syncDirectoryOf } from '../../../platform/store/sqlite-file.ts'
import { writeBreached } from '../steps/write-breached.ts'

const READ_BYTES = 1024 * 1024
/** Progress is told twenty times, or with each GiB of a pipe, which has no size. */
const PARTS = 20
const PIPE_BYTES = 1024 ** 3

export const buildBreached = command({
  name: 'passwords build-breached',
  summary: 'Make the list for PASSWORD_BREACHED_FILE from the published one ("Pwned Passwords", SHA-1, ordered by hash).',
  operands: { file: 'The published list, as text.' },
  options: {
    out: { type: 'string', hint: 'FILE', help: 'Where the list goes; breached-passwords.bin unless given.' },
    'min-count': { type: 'string', hint: 'NUMBER', help: 'Leave out passwords that were seen less often.' },
    force: { type: 'boolean', help: 'Replace a file that is there.' },
  },

  async run({ operands, values, terminal }) {
    const source = path.resolve(terminal.cwd, operands.file)
    const target = path.resolve(terminal.cwd, values.out ?? 'breached-passwords.bin')
    const minCount = readMinCount(values['min-count'] ?? '1')
    if (!existsSync(source)) throw new CommandError(`There is no file at ${source}.`)
    if (existsSync(target) && realpathSync(target) === realpathSync(source))
      throw new CommandError('This is the published list itself.')
    if (existsSync(target) && !values.force) throw new CommandError(`${target} is there already; --force replaces it.`)

    // Renamed when it is complete, so that no service ever opens half a list.
    const partial = `${target}.partial-${process.pid}`
    try {
      const { lines, kept } = await build(source, partial, minCount, terminal)
      if (kept === 0) throw new CommandError('No password is left for the list.')
      if (values.force) renameSync(partial, target)
      else linkSync(partial, target) // fails when another process was faster
      syncDirectoryOf(target)
      terminal.out(
        `${grouped(kept)} of ${grouped(lines)} passwords are in ${target}. Set PASSWORD_BREACHED_FILE to it, and start the service anew.`,
      )
    } catch (error) {
      // A full disk, or a file that cannot be read, is no bug of ours.
      throw error instanceof Error && 'code' in error ? new CommandError(textOf(error)) : error
    } finally {
      rmSync(partial, { force: true })
    }
  },
})

function readMinCount(typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new UsageError('--min-count must be a whole number from 1 on')
  return Number(typed)
}

async function build(source: string, partial: string, minCount: number, terminal: Terminal) {
  const target = await open(partial, 'wx', 0o644)
  try {
    const pieces = createReadStream(source, { highWaterMark: READ_BYTES })
    const written = await writeBreached(pieces, target, { minCount, onProgress: progress(source, terminal) })
    await target.sync()
    return written
  } finally {
    await closeQuietly(target)
  }
}

const closeQuietly = (file: FileHandle): Promise<void> => file.close().catch(() => undefined)

function progress(source: string, terminal: Terminal) {
  const { size } = statSync(source)
  const step = size > 0 ? size / PARTS : PIPE_BYTES
  let told = 0
  return (readBytes: number, kept: number): void => {
    const parts = Math.floor(readBytes / step)
    if (parts === told) return
    told = parts
    const part = size > 0 ? `${Math.floor((100 * readBytes) / size)} % read` : `${parts} GiB read`
    terminal.err(`${part}, ${grouped(kept)} passwords`)
  }
}

const grouped = (count: number): string => count.toLocaleString('en')
