import type { Worker } from 'node:cluster'
import type { ToWorker } from './messages.ts'

export const tell = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => undefined)
}
