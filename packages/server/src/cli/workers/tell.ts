import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { ToWorker } from './messages.ts'

/** The socket is kept open here, until the worker says that it has it. */
export const tell = (worker: ChildProcess, message: ToWorker, socket?: Socket): void => {
  if (worker.connected) worker.send(message, socket, { keepOpen: true }, () => undefined)
}
