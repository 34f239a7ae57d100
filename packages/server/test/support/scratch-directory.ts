import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Linux keeps this one in memory. */
const IN_MEMORY = '/dev/shm'
/** Containers often have it very small. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * A new directory for the databases of tests: in memory where that is possible. Thousands of them are made, and waiting for
 * the disk took longer than the tests themselves. That what is written is flushed is tested elsewhere, and not by timing.
 */
export const scratchDirectory = (prefix: string): string => mkdtempSync(path.join(hasMemory() ? IN_MEMORY : tmpdir(), prefix))

function hasMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}
