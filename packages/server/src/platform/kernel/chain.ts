/** One member of a chain. Its holder can take it out again, wherever it stands. */
export class Link<T> {
  readonly value: T
  before: Link<T> | undefined = undefined
  after: Link<T> | undefined = undefined

  constructor(value: T) {
    this.value = value
  }
}

/** A list in which every step costs the same, however long it is: first, last, adding at the end, taking out of the middle. */
export class Chain<T> {
  #first: Link<T> | undefined = undefined
  #last: Link<T> | undefined = undefined

  get first(): Link<T> | undefined {
    return this.#first
  }

  get last(): Link<T> | undefined {
    return this.#last
  }

  append(value: T): Link<T> {
    const link = new Link(value)
    link.before = this.#last
    if (this.#last) this.#last.after = link
    else this.#first = link
    this.#last = link
    return link
  }

  /** Only a link of this chain, and only once. */
  remove({ before, after }: Link<T>): void {
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
  }
}
