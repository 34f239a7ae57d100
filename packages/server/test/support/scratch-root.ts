import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { SCRATCH_ROOT, scratchPlace } from './scratch-directory.ts'

const NAME = /^latchkey-tests-(\d+)-/

/**
 * One directory for all that a run of the tests writes, which goes with it. What a run has left that was killed goes with the next one:
 * in memory it would slow all that follow.
 */
export function setup(): () => void {
  const place = scratchPlace()
  for (const name of readdirSync(place)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(place, name), { recursive: true, force: true })
  }
  const root = mkdtempSync(path.join(place, `latchkey-tests-${process.pid}-`))
  chmodSync(root, 0o711) // a database server is another user where the tests run as root
  process.env[SCRATCH_ROOT] = root
  return () => {
    if (existsSync(root)) rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
