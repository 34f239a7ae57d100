import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { countIn, ENTRY_BYTES, HEADER_BYTES } from './breached-format.ts'
import { BLOCK, entryAt, hasEntry, type ReadEntries } from './search-entries.ts'

export interface BreachedPasswords {
  has(password: string): Promise<boolean>
}

/** What the operator named is no list that could be searched. */
export class BreachedFileError extends Error {
  constructor(file: string, problem: string, cause?: unknown) {
    super(`PASSWORD_BREACHED_FILE: ${file} ${problem}`, { cause })
    this.name = 'BreachedFileError'
  }
}

/** Blocks that are looked at when the list is opened: all of it would take minutes. */
const PROBES = 16

const readAt = promisify(read)

/**
 * The file stays open and is read by position, so memory does not grow with the list. A file that takes its place is read from the next
 * start on; so the list may be replaced, and even removed, while the service runs.
 */
export function openBreached(file: string) {
  const descriptor = open(file)
  let isClosed = false
  const close = (): void => {
    if (!isClosed) closeSync(descriptor)
    isClosed = true
  }
  const readEntries: ReadEntries = async (from, count) => {
    if (isClosed) throw new Error('it is closed') // the number of the descriptor may be another file's by now
    const size = count * ENTRY_BYTES
    const { buffer, bytesRead } = await readAt(descriptor, Buffer.allocUnsafe(size), 0, size, HEADER_BYTES + from * ENTRY_BYTES)
    if (bytesRead < size) throw new Error('it is shorter than it was')
    return buffer
  }
  try {
    const count = checkedCount(descriptor, file)
    const has = async (form: string): Promise<boolean> =>
      hasEntry(count, entryAt(hash('sha1', form, 'buffer'), 0), readEntries).catch((cause: Error) => {
        throw new BreachedFileError(file, `cannot be searched: ${cause.message}`, cause)
      })
    /** Lists have what people typed, and we keep its canonical form. */
    const hasAnyForm = async (password: string): Promise<boolean> => {
      for (const form of new Set([password, password.normalize('NFC')])) if (await has(form)) return true
      return false
    }
    return { count, has: hasAnyForm, close }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * For a running service. While the disk fails, passwords are still taken under all other rules: after a theft a new one is needed most.
 */
export function openTolerantly(file: string | undefined, log: Logger) {
  if (file === undefined) return undefined
  const { has, close } = openBreached(file)
  const hasIfReadable: BreachedPasswords['has'] = (password) =>
    has(password).catch((err: unknown) => {
      log.error({ err }, 'a new password was not looked for among the breached ones')
      return false
    })
  return { has: hasIfReadable, close }
}

function open(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (cause) {
    throw new BreachedFileError(file, 'cannot be read', cause)
  }
}

function checkedCount(descriptor: number, file: string): number {
  const wrong = (problem: string): never => {
    throw new BreachedFileError(file, problem)
  }
  const readNow = (position: number, size: number): Buffer => {
    const buffer = Buffer.alloc(size)
    return buffer.subarray(0, readSync(descriptor, buffer, 0, size, position))
  }
  if (!fstatSync(descriptor).isFile()) return wrong('is no file')
  const count = countIn(readNow(0, HEADER_BYTES))
  if (count === 'no list') return wrong('was not made by `latchkey passwords build-breached`')
  if (count === 'other version')
    return wrong('was made by another version: make it anew with `latchkey passwords build-breached`')
  const [size, due] = [fstatSync(descriptor).size, HEADER_BYTES + count * ENTRY_BYTES]
  if (count === 0 || size !== due) return wrong(`is damaged: it has ${size} bytes instead of ${due}`)
  let before = -1n
  for (let probe = 0; probe <= PROBES; probe++) {
    const start = Math.floor((Math.max(0, count - BLOCK) * probe) / PROBES)
    const block = readNow(HEADER_BYTES + start * ENTRY_BYTES, Math.min(BLOCK, count) * ENTRY_BYTES)
    if (entryAt(block, 0) < before || !isAscending(block)) return wrong('is damaged: its entries are not in order')
    before = entryAt(block, 0)
  }
  return count
}

function isAscending(entries: Buffer): boolean {
  for (let index = 1; index < entries.length / ENTRY_BYTES; index++)
    if (entryAt(entries, index - 1) >= entryAt(entries, index)) return false
  return true
}
