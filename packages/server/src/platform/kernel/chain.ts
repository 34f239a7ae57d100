export type Link<T> = { readonly value: T; before: Link<T> | undefined; after: Link<T> | undefined }

/** A doubly linked list: adding at the end and removing from the middle cost the same, however long the list is. */
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
    const link: Link<T> = { value, before: this.#last, after: undefined }
    if (this.#last) this.#last.after = link
    else this.#first = link
    this.#last = link
    return link
  }

  /** The link must be one of this chain, and may be removed only once. */
  remove({ before, after }: Link<T>): void {
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
  }
}
