/** A client of whom it is not known yet whether they show something that is real. */
export interface Stranger {
  /** Counts the request as one of their address, before anything is asked. Throws, at once or later, when there were too many. */
  count(): Promise<void> | undefined
  /** It was real after all. */
  giveBack(): void
}
