interface Slot<V> {
  readonly key: string
  readonly at: number
  value: V
  /** Looked up since the hand last passed it. */
  isUsed: boolean
}

/** So many that were used are passed over to make room for one, which is then made in any case. */
const MOST_PASSED = 100

/**
 * At most so many entries, and at least one. A new one takes the place of one that was not looked up since a hand last passed it (the CLOCK of
 * page caches). Deleting the first key of a Map instead would cost more the larger it is: V8 leaves the deleted in place until it
 * rehashes, and walks over all of them to the first that is left.
 */
export class BoundedMap<V> {
  readonly #size: number
  readonly #slotOf = new Map<string, Slot<V>>()
  #slots: (Slot<V> | undefined)[] = []
  #free: number[] = []
  #hand = 0

  constructor(size: number) {
    this.#size = Math.max(1, size)
  }

  get size(): number {
    return this.#slotOf.size
  }

  get(key: string): V | undefined {
    const slot = this.#slotOf.get(key)
    if (!slot) return undefined
    slot.isUsed = true
    return slot.value
  }

  /** Answers what had to make room for it. */
  set(key: string, value: V): { readonly key: string; readonly value: V } | undefined {
    const known = this.#slotOf.get(key)
    if (known) {
      known.value = value
      return undefined
    }
    const evicted = this.#slotOf.size >= this.#size ? this.#evict() : undefined
    const at = this.#free.pop() ?? this.#slots.length
    const slot: Slot<V> = { key, at, value, isUsed: false }
    this.#slots[at] = slot
    this.#slotOf.set(key, slot)
    return evicted
  }

  delete(key: string): void {
    const slot = this.#slotOf.get(key)
    if (slot) this.#drop(slot)
  }

  clear(): void {
    this.#slotOf.clear()
    this.#slots = []
    this.#free = []
    this.#hand = 0
  }

  *values(): Generator<V> {
    for (const { value } of this.#slotOf.values()) yield value
  }

  /** The hand stands behind the one that went, so that what takes its place is the last to be looked at. */
  #evict(): Slot<V> {
    for (let passed = 0; ; ) {
      if (this.#hand >= this.#slots.length) this.#hand = 0
      const slot = this.#slots[this.#hand++]
      if (slot && (!slot.isUsed || passed++ === MOST_PASSED)) return this.#drop(slot)
      if (slot) slot.isUsed = false
    }
  }

  #drop(slot: Slot<V>): Slot<V> {
    this.#slotOf.delete(slot.key)
    this.#slots[slot.at] = undefined
    this.#free.push(slot.at)
    return slot
  }
}
