import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { atEnd } from './shared.ts'

/** Linux keeps this one in memory. */
const IN_MEMORY = '/dev/shm'
/** Containers often have it very small. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/** Names the directory of this run of the tests. */
export const SCRATCH_ROOT = 'TEST_SCRATCH_ROOT'

/**
 * In memory where that is possible. Thousands of databases are made, and waiting for the disk took longer than the tests themselves.
 * That what is written is flushed is tested elsewhere, and not by timing.
 */
export const scratchPlace = (): string => (hasMemory() ? IN_MEMORY : tmpdir())

/** A new directory, which goes with the run of the tests. */
export const scratchDirectory = (prefix: string): string =>
  mkdtempSync(path.join(process.env[SCRATCH_ROOT] ?? scratchPlace(), prefix))

/** One that goes with the test that has made it. */
export function ownDirectory(prefix: string): string {
  const directory = scratchDirectory(prefix)
  atEnd(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

function hasMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}
