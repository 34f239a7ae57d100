import { networksOf } from './networks-of.ts'

/** Of all connections: of one address, or of an IPv6 /64; then of its /56 and of its /48, which may be more than one house. */
const PARTS = [1 / 4, 3 / 8, 1 / 2]
/** What one browser opens, and a bit more: so few are no crowd. */
const ALWAYS = 8

/** How many connections each network has. None may have so many that there is no room for others. */
export class NetworkShares {
  readonly #counts = new Map<string, number>()
  readonly #most: readonly number[]

  constructor(maxConnections: number) {
    this.#most = PARTS.map((part) => Math.max(ALWAYS, Math.floor(maxConnections * part)))
  }

  /** Undefined when the network has all that it may have, else how to give the place back. */
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
