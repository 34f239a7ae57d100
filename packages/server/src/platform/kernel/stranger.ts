/** A client whose credential has not been checked yet. */
export interface Stranger {
  /** Counts the request against the client's address before the check. Throws or rejects when there were too many. */
  count(): Promise<void> | undefined
  /** Takes the count back, because the credential was genuine. */
  giveBack(): void
}
