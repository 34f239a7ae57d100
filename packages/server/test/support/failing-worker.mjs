import { existsSync, writeFileSync } from 'node:fs'

/** Loaded before the program: the second worker dies as it starts, the first time. `FAILED_ONCE` is the file that says so. */
const seat = JSON.parse(process.env.WORKER_SEAT ?? '{}')
if (seat.number === 2 && !existsSync(process.env.FAILED_ONCE)) {
  writeFileSync(process.env.FAILED_ONCE, '')
  process.exit(1)
}
