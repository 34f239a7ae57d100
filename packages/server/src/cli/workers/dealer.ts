import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { acceptQueued } from '../../platform/http/accept-queued.ts'
import { CannotListen } from '../../platform/kernel/cannot-listen.ts'
import { tell } from './tell.ts'

/**
 * Has the port for as long as the service runs, and deals connections out in turn. Each is kept here, unread, until the worker says
 * that it has it: what a worker has not taken when it dies goes to another one, and while there is none connections wait.
 */
export class Dealer {
  /** What a worker has not taken yet. One that is busy is dealt fewer. */
  readonly #dealt = new Map<ChildProcess, Map<number, Socket>>()
  /** The next one first. */
  #open: readonly ChildProcess[] = []
  #waiting: Socket[] = []
  #ids = 0
  #isEnding = false
  readonly #most: number
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => this.#deal(socket))

  constructor(maxConnections: number) {
    this.#most = maxConnections
  }

  /** Resolves to the real address, because the system may have chosen the port. */
  async listen(host: string, port: number, handed?: number): Promise<AddressInfo> {
    this.#server.listen(handed === undefined ? { host, port } : { fd: handed })
    await once(this.#server, 'listening').catch((error: unknown) => {
      throw CannotListen.from(error, { host, port, setting: 'PORT' })
    })
    return this.#server.address() as AddressInfo
  }

  join(worker: ChildProcess): void {
    this.#dealt.set(worker, new Map())
    this.#open = [...this.#open, worker]
    // Not at its exit: what it has taken before may not have been read yet, and of that it may have read requests.
    worker.once('close', () => this.#take(worker))
    for (const socket of this.#waiting.splice(0)) this.#deal(socket)
  }

  /** They arrive in order: an earlier one did not, because the worker has no room for another descriptor, and is closed. */
  taken(worker: ChildProcess, id: number): void {
    const dealt = this.#dealt.get(worker)
    for (const [one, socket] of dealt ?? []) {
      if (one > id) break
      socket.destroy() // our end of it; the worker has its own
      dealt?.delete(one)
    }
  }

  /** The worker stops. The last one has what had come before the port closed. */
  async leave(worker: ChildProcess): Promise<void> {
    if (this.#isEnding && this.#open.length === 1) {
      await acceptQueued(this.#server)
      this.#server.close()
    }
    this.#open = this.#open.filter((one) => one !== worker)
    tell(worker, { kind: 'shut' })
  }

  /** No worker comes any more. */
  end(): void {
    this.#isEnding = true
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#waiting.splice(0)) socket.destroy()
  }

  #take(worker: ChildProcess): void {
    this.#open = this.#open.filter((one) => one !== worker)
    const dealt = this.#dealt.get(worker) ?? []
    this.#dealt.delete(worker)
    for (const [, socket] of dealt) this.#deal(socket)
  }

  #deal(socket: Socket): void {
    const count = (worker: ChildProcess) => this.#dealt.get(worker)?.size ?? 0
    const [first, ...others] = this.#open
    if (!first) {
      this.#keep(socket)
      return
    }
    const next = others.reduce((best, one) => (count(one) < count(best) ? one : best), first)
    this.#open = [...this.#open.filter((one) => one !== next), next]
    const id = ++this.#ids
    this.#dealt.get(next)?.set(id, socket)
    tell(next, { kind: 'connection', id }, socket)
  }

  #keep(socket: Socket): void {
    if (this.#waiting.length < this.#most) this.#waiting.push(socket)
    else socket.destroy()
  }
}
