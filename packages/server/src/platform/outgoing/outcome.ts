/** What became of a request to an address that others chose. A word, because more would let its author look into our network. */
export type Outcome =
  | 'delivered'
  | `status_${number}`
  | 'timeout'
  | 'dns_failed'
  | 'address_not_allowed'
  | 'connect_failed'
  | 'tls_failed'
  | 'redirected'

/** Thrown where nothing was sent. */
export class NotSent extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(outcome)
    this.name = 'NotSent'
    this.outcome = outcome
  }
}

export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  return status >= 300 && status < 400 ? 'redirected' : `status_${status}`
}
