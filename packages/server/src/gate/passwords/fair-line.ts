import { Chain, type Link } from '../../platform/kernel/chain.ts'

/** All that one network has here. */
interface NetworkQueue<T> {
  readonly network: string
  readonly waiting: Chain<QueueEntry<T>>
  /** How many wait, and where the lane stands among those with as many. */
  size: number
  rank: number
  /** How many have had their turn and are still at it. A lane with neither is forgotten. */
  running: number
  /** Where it stands for its next turn, while one of its own waits. */
  stand: { readonly round: Chain<NetworkQueue<T>>; readonly link: Link<NetworkQueue<T>> } | undefined
}

/** A job that waits. */
export interface QueueEntry<T> {
  readonly value: T
  readonly lane: NetworkQueue<T>
  link: Link<QueueEntry<T>> | undefined
}

/**
 * The order of turns. Networks take turns, and in each the first job that came is the first that goes, so that one network's
 * crowd makes no other network wait for more than one of it. A network that has had no turn in this round comes before those
 * that have, and before one that has a job running, whichever of them came first. No step depends on how many wait.
 */
export class FairLine<T> {
  readonly #lanes = new Map<string, NetworkQueue<T>>()
  /** By how many wait in them. */
  readonly #bySize: NetworkQueue<T>[][] = []
  readonly #maxJoining: number
  #now = new Chain<NetworkQueue<T>>()
  #later = new Chain<NetworkQueue<T>>()
  /** The networks that have had a turn in this round, also those that have left since. */
  #served = new Set<string>()
  #joined = 0
  #largest = 0

  /** A round takes in so many networks that come while it lasts: an endless stream of them must not keep it from ending. */
  constructor(maxJoining: number) {
    this.#maxJoining = maxJoining
  }

  /** Takes a turn without waiting. Each turn ends with `leave`. */
  enter(network: string): NetworkQueue<T> {
    const lane = this.#laneOf(network)
    this.#serve(lane)
    return lane
  }

  wait(network: string, value: T): QueueEntry<T> {
    const lane = this.#laneOf(network)
    const place: QueueEntry<T> = { value, lane, link: undefined }
    place.link = lane.waiting.append(place)
    this.#resize(lane, 1)
    if (lane.stand) return place
    const isInTime = lane.running === 0 && !this.#served.has(network) && this.#joined < this.#maxJoining
    if (isInTime) this.#joined++
    this.#stand(lane, isInTime ? this.#now : this.#later)
    return place
  }

  /** Gives the next job its turn; undefined when none waits. */
  next(): QueueEntry<T> | undefined {
    if (!this.#now.first) this.#beginRound()
    const lane = this.#now.first?.value
    const place = lane?.waiting.first?.value
    if (!lane || !place) return undefined
    this.#takeOut(place)
    this.#serve(lane)
    if (lane.stand) this.#stand(lane, this.#later)
    return place
  }

  leave(lane: NetworkQueue<T>): void {
    lane.running--
    this.#forgetIfEmpty(lane)
  }

  /** For a job that waits no longer, and has had no turn. */
  giveUp(place: QueueEntry<T>): void {
    this.#takeOut(place)
    this.#forgetIfEmpty(place.lane)
  }

  /** The job that makes room for one more of a network: the newest of the largest crowd, unless this one would be as large. */
  whoMakesRoomFor(network: string): QueueEntry<T> | undefined {
    const own = this.#lanes.get(network)?.size ?? 0
    if (this.#largest <= own + 1) return undefined
    return this.#bySize[this.#largest]?.at(-1)?.waiting.last?.value
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
