import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CommandError, type Terminal } from '../../../platform/commands/command.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { syncDirectoryOf } from '../../../platform/store/sqlite-file.ts'

const MOST_UNWRITTEN = 256 * 1024
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function made<T>(make: () => T, file: string): T {
  try {
    return make()
  } catch (cause) {
    throw new CommandError(`${file} cannot be made: ${cause instanceof Error ? cause.message : cause}`)
  }
}

/**
 * A file that only its owner may read, and that has its name once it is whole. What goes to the standard output is kept without a name
 * until then, so that nothing leaves that is not in the log.
 */
export class NewFile {
  readonly #handle: number
  readonly #partial: string
  readonly #target: string | undefined
  readonly #hash = createHash('sha256')
  #unwritten = ''

  /** For the standard output the name is `-`. */
  constructor({ cwd }: Terminal, given: string) {
    this.#target = given === '-' ? undefined : path.resolve(cwd, given)
    if (this.#target !== undefined && existsSync(this.#target)) throw new CommandError(`${this.#target} is there already.`)
    this.#partial =
      this.#target === undefined ? path.join(tmpdir(), `latchkey-${newId(0)}`) : `${this.#target}.partial-${process.pid}`
    this.#handle = made(() => openSync(this.#partial, 'wx+', 0o600), this.#partial)
    if (this.#target === undefined) rmSync(this.#partial)
    else for (const signal of ENDS) process.once(signal, this.#abandon)
  }

  /** Who is stopped leaves no file with hashes behind. */
  readonly #abandon = (signal: NodeJS.Signals): void => {
    rmSync(this.#partial, { force: true })
    process.kill(process.pid, signal)
  }

  write(text: string): void {
    this.#unwritten += text
    if (this.#unwritten.length >= MOST_UNWRITTEN) this.#flush()
  }

  /** All of it is on the disk. */
  finish(): { readonly sha256: string } {
    this.#flush()
    fsyncSync(this.#handle)
    return { sha256: this.#hash.digest('hex') }
  }

  /** Gives it its name, which another file may have got meanwhile, or gives it to the terminal. */
  publish(terminal: Terminal): void {
    if (this.#target === undefined) {
      this.#show(terminal)
      return
    }
    const target = this.#target
    made(() => linkSync(this.#partial, target), target)
    syncDirectoryOf(target)
  }

  close(): void {
    for (const signal of ENDS) process.removeListener(signal, this.#abandon)
    closeSync(this.#handle)
    if (this.#target !== undefined) rmSync(this.#partial, { force: true })
  }

  #flush(): void {
    const bytes = Buffer.from(this.#unwritten)
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at)
    this.#unwritten = ''
  }

  #show({ out }: Terminal): void {
    const bytes = Buffer.alloc(MOST_UNWRITTEN)
    let begun: Buffer = Buffer.alloc(0)
    for (let at = 0; ; ) {
      const read = readSync(this.#handle, bytes, 0, bytes.length, at)
      if (read === 0) break
      at += read
      const held = Buffer.concat([begun, bytes.subarray(0, read)])
      const end = held.lastIndexOf('\n')
      if (end >= 0) out(held.toString('utf8', 0, end))
      begun = held.subarray(end + 1)
    }
    if (begun.length > 0) out(begun.toString('utf8'))
  }
}
