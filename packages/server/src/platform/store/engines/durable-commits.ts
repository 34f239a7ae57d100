import { closeSync, fdatasync, fstatSync, openSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Value } from '../engine.ts'
import { Checkpoints } from './checkpoints.ts'
import { GroupSync } from './group-sync.ts'

export interface DurabilityOptions {
  readonly onError: (error: Error) => void
  /** Nothing can be promised any more: what waits has failed, and so will all that follows. */
  readonly onBroken: (error: Error) => void
  /** Replaced by tests, which cut the power. On macOS Node has the disk itself empty its buffers. */
  readonly sync?: (log: number) => Promise<void>
}

const LOOK_EVERY = 64

interface Parts extends DurabilityOptions {
  /** Runs while this process writes nothing. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** Changes when another process has committed. */
  readonly version: () => Value | undefined
}

/**
 * SQLite itself syncs the log only where the log begins anew, and at checkpoints. So whatever is answered, be it a result or a failure,
 * waits until all that it may depend on is on the disk: own commits, and those of other processes.
 */
export function durableCommits(file: string, { alone, version, onError, onBroken, sync = promisify(fdatasync) }: Parts) {
  const log = new LogFile(`${file}-wal`)
  const onEnd = (): void => {
    if (log.isReplaced) group.break(new Error(`${file}-wal was replaced`))
  }
  const checkpoints = new Checkpoints({ file, alone, onError, onEnd })
  const group = new GroupSync({
    async sync() {
      await sync(log.open())
      checkpoints.look(log.size())
    },
    onBroken,
  })
  let tallies = 0
  let seen = version()
  const settled = (): Promise<void> | undefined => {
    const now = version()
    if (now !== seen) group.committed()
    seen = now
    return group.isSettled ? undefined : group.settled()
  }
  return {
    committed: () => group.committed(),
    /** Something was written that need not survive. It makes the log longer all the same. */
    tallied(): void {
      if (++tallies % LOOK_EVERY !== 0) return
      group.committed()
      void group.settled().catch(() => undefined)
    },
    settled,
    get broken(): Error | undefined {
      return group.broken
    },
    async after<T>(work: Promise<T>): Promise<T> {
      try {
        return await work
      } finally {
        await settled()
      }
    },
    async close(): Promise<void> {
      await group.settled().catch(() => undefined)
      await checkpoints.close()
      log.close()
    },
  }
}

/** The log by its name, because SQLite does not tell its file. There is no lock on it that closing it would release. */
class LogFile {
  readonly #path: string
  #descriptor: number | undefined

  constructor(path: string) {
    this.#path = path
  }

  open(): number {
    this.#descriptor ??= openSync(this.#path, 'r')
    return this.#descriptor
  }

  size(): number {
    return fstatSync(this.open()).size
  }

  /** SQLite then goes on writing to the old file, which has no name any more and is lost with the process. */
  get isReplaced(): boolean {
    const [own, named] = [fstatSync(this.open()), statSync(this.#path, { throwIfNoEntry: false })]
    return own.ino !== named?.ino || own.dev !== named.dev
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
