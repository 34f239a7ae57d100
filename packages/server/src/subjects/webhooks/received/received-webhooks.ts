import type { Posted } from '../../../platform/kernel/receiver.ts'

const MOST = 50

export interface ReceivedWebhook extends Posted {
  readonly id: string
  readonly receivedAt: number
  readonly isVerified: boolean
}

/** The newest that came, in memory: a developer looks at them, and they are gone with the process. */
export class ReceivedWebhooks {
  #all: readonly ReceivedWebhook[] = []

  add(received: ReceivedWebhook): void {
    this.#all = [received, ...this.#all].slice(0, MOST)
  }

  /** The newest first. */
  list(): readonly ReceivedWebhook[] {
    return this.#all
  }
}
