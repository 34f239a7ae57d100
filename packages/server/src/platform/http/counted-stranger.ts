import type { Client, Stranger } from '../kernel/endpoint.ts'
import type { AppOptions } from './app-options.ts'

type Limits = Pick<AppOptions<unknown, unknown>, 'checkLimit' | 'giveBack'>

/** Counts against the limit of the client's address, at most once. */
export class CountedStranger implements Stranger {
  readonly #client: Client
  readonly #limits: Limits
  #isCounted = false

  constructor(client: Client, limits: Limits) {
    this.#client = client
    this.#limits = limits
  }

  count(): Promise<void> | undefined {
    if (this.#isCounted) return undefined
    this.#isCounted = true
    return this.#limits.checkLimit('general', this.#client)
  }

  giveBack(): void {
    this.#isCounted = false
    this.#limits.giveBack(this.#client)
  }
}
