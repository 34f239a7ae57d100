import { networksOf } from './networks-of.ts'

/** The share of all connections that one address or IPv6 /64 may have, then its /56, then its /48. */
const PARTS = [1 / 4, 3 / 8, 1 / 2]
/** About what one browser opens: a network with no more than this is never refused. */
const ALWAYS = 8

/** Counts the connections of each network, so that none can take the room of all others. */
export class NetworkShares {
  readonly #counts = new Map<string, number>()
  readonly #most: readonly number[]

  constructor(maxConnections: number) {
    this.#most = PARTS.map((part) => Math.max(ALWAYS, Math.floor(maxConnections * part)))
  }

  /** Returns how to give the place back, or undefined when the network has its full share. */
  take(ip: string): (() => void) | undefined {
    const networks = networksOf(ip)
    if (networks.some((network, width) => this.#countOf(network) >= (this.#most[width] ?? 0))) return undefined
    for (const network of networks) this.#counts.set(network, this.#countOf(network) + 1)
    return () => {
      for (const network of networks) this.#leave(network)
    }
  }

  #leave(network: string): void {
    const left = this.#countOf(network) - 1
    if (left > 0) this.#counts.set(network, left)
    else this.#counts.delete(network)
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0
  }
}
