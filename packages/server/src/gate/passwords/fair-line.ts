import { Chain, type Link } from '../../platform/kernel/chain.ts'

interface NetworkQueue<T> {
  readonly network: string
  readonly waiting: Chain<QueueEntry<T>>
  /** How many wait, and the index among the lanes of the same size. */
  size: number
  rank: number
  /** A lane without waiting and running jobs is forgotten. */
  running: number
  stand: { readonly round: Chain<NetworkQueue<T>>; readonly link: Link<NetworkQueue<T>> } | undefined
}

export type QueueEntry<T> = { readonly value: T; readonly lane: NetworkQueue<T>; link: Link<QueueEntry<T>> | undefined }

/**
 * Networks take turns, and jobs of one network run in the order in which they came, so that a network waits for at most one job
 * of every other. A network without a turn in this round and without a running job comes before the others. The cost of a step
 * does not depend on how many jobs wait.
 */
export class FairLine<T> {
  readonly #lanes = new Map<string, NetworkQueue<T>>()
  readonly #bySize: NetworkQueue<T>[][] = []
  readonly #maxJoining: number
  #now = new Chain<NetworkQueue<T>>()
  #later = new Chain<NetworkQueue<T>>()
  /** Networks that have had a turn in this round, including those that have left since. */
  #served = new Set<string>()
  #joined = 0
  #largest = 0

  /** How many networks may join a round that has begun: an endless stream of them must not keep the round from ending. */
  constructor(maxJoining: number) {
    this.#maxJoining = maxJoining
  }

  /** A turn without waiting. Each turn has to end with `leave`. */
  enter(network: string): NetworkQueue<T> {
    const lane = this.#laneOf(network)
    this.#serve(lane)
    return lane
  }

  wait(network: string, value: T): QueueEntry<T> {
    const lane = this.#laneOf(network)
    const entry: QueueEntry<T> = { value, lane, link: undefined }
    entry.link = lane.waiting.append(entry)
    this.#resize(lane, 1)
    if (lane.stand) return entry
    const isInTime = lane.running === 0 && !this.#served.has(network) && this.#joined < this.#maxJoining
    if (isInTime) this.#joined++
    this.#stand(lane, isInTime ? this.#now : this.#later)
    return entry
  }

  next(): QueueEntry<T> | undefined {
    if (!this.#now.first) this.#beginRound()
    const lane = this.#now.first?.value
    const entry = lane?.waiting.first?.value
    if (!lane || !entry) return undefined
    this.#takeOut(entry)
    this.#serve(lane)
    if (lane.stand) this.#stand(lane, this.#later)
    return entry
  }

  leave(lane: NetworkQueue<T>): void {
    lane.running--
    this.#forgetIfEmpty(lane)
  }

  giveUp(entry: QueueEntry<T>): void {
    this.#takeOut(entry)
    this.#forgetIfEmpty(entry.lane)
  }

  /** The newest job of the largest lane, unless the lane of this network would become as large. */
  whoMakesRoomFor(network: string): QueueEntry<T> | undefined {
    const own = this.#lanes.get(network)?.size ?? 0
    return this.#largest <= own + 1 ? undefined : this.#bySize[this.#largest]?.at(-1)?.waiting.last?.value
  }

  #laneOf(network: string): NetworkQueue<T> {
    const known = this.#lanes.get(network)
    if (known) return known
    const lane: NetworkQueue<T> = { network, waiting: new Chain(), size: 0, rank: 0, running: 0, stand: undefined }
    this.#lanes.set(network, lane)
    return lane
  }

  #serve(lane: NetworkQueue<T>): void {
    lane.running++
    this.#served.add(lane.network)
  }

  #stand(lane: NetworkQueue<T>, round: Chain<NetworkQueue<T>>): void {
    lane.stand?.round.remove(lane.stand.link)
    lane.stand = { round, link: round.append(lane) }
  }

  #beginRound(): void {
    const empty = this.#now
    this.#now = this.#later
    this.#later = empty
    this.#served = new Set()
    this.#joined = 0
  }

  #takeOut({ lane, link }: QueueEntry<T>): void {
    if (link) lane.waiting.remove(link)
    this.#resize(lane, -1)
    if (lane.size > 0) return
    lane.stand?.round.remove(lane.stand.link)
    lane.stand = undefined
  }

  #resize(lane: NetworkQueue<T>, by: 1 | -1): void {
    const [old, next] = [lane.size, lane.size + by]
    const left = this.#bySize[old] ?? []
    const last = left.pop()
    if (old > 0 && last && last !== lane) {
      left[lane.rank] = last
      last.rank = lane.rank
    }
    lane.size = next
    if (next > 0) {
      this.#bySize[next] ??= []
      lane.rank = (this.#bySize[next]?.push(lane) ?? 0) - 1
    }
    if (next > this.#largest) this.#largest = next
    else if (this.#bySize[this.#largest]?.length === 0) this.#largest--
  }

  #forgetIfEmpty(lane: NetworkQueue<T>): void {
    if (lane.running === 0 && lane.size === 0) this.#lanes.delete(lane.network)
  }
}
