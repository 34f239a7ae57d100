import { existsSync, writeFileSync } from 'node:fs'

/** Loaded before the program: the second worker dies as it starts, while there is no file `FAILED`. It makes the file if it is to fail once. */
const seat = JSON.parse(process.env.WORKER_SEAT ?? '{}')
if (seat.number === 2 && !existsSync(process.env.FAILED)) {
  if (process.env.FAILS === 'once') writeFileSync(process.env.FAILED, '')
  process.exit(1)
}
