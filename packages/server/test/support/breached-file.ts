import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ENTRY_BYTES, headerOf } from '../../src/gate/passwords/breached-format.ts'
import { scratchDirectory } from './scratch-directory.ts'

/** Good in every other way. */
export const BREACHED = 'breached horse 3'

/** A list of breached passwords, as `latchkey passwords build-breached` would make it. */
export function breachedFile(passwords: readonly string[] = [BREACHED]): string {
  const file = path.join(scratchDirectory('breached-'), 'breached.bin')
  const entries = passwords.map((password) => hash('sha1', password, 'buffer').subarray(0, ENTRY_BYTES))
  writeFileSync(file, Buffer.concat([headerOf(passwords.length), ...entries.sort(Buffer.compare)]))
  return file
}
