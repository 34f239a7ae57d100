import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Goes with the process at the latest, also where a test that has failed closes nothing. */
export function throwAwayDirectory() {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-testing-'))
  const remove = (): void => {
    process.off('exit', remove)
    rmSync(directory, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return { directory, remove }
}
