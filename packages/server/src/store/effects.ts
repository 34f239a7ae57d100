/**
 * What a transaction has done that others wait to hear of. It is told once the transaction is committed and not before, so
 * that no flow has to remember it, and what was rolled back is never heard of.
 */
export class Effects {
  #hasMail = false

  /** There is a mail that the outbox is to send. */
  get hasMail(): boolean {
    return this.#hasMail
  }

  mailAdded(): void {
    this.#hasMail = true
  }
}
