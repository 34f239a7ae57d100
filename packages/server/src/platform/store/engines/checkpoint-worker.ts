import { parentPort, workerData } from 'node:worker_threads'
import { sqliteModule } from './sqlite-module.ts'

/** Passive waits for no reader or writer, and none waits for it. Restart keeps other processes from writing meanwhile. */
export type Mode = 'PASSIVE' | 'RESTART'

/** Pages in the log, and how many of them are in the file by now. */
export type Checkpoint = { readonly pages: number; readonly moved: number } | { readonly error: unknown }

/** A restart keeps every process from writing, so it gives slow readers up. */
const BUSY_MS = 100

const { DatabaseSync } = await sqliteModule()
const database = new DatabaseSync(String(workerData))
// The log is on the disk before its pages go to the file, and the file before the log is used again.
database.exec(`PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${BUSY_MS}`)

parentPort?.on('message', (wanted: Mode | 'end') => {
  if (wanted !== 'end') return parentPort?.postMessage(checkpoint(wanted))
  database.close()
  parentPort?.close()
})

function checkpoint(mode: Mode): Checkpoint {
  try {
    const row = database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number }
    return { pages: row.log, moved: row.checkpointed }
  } catch (error) {
    return { error }
  }
}
