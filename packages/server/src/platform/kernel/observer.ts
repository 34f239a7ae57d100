/** Slow work that an operator may want to watch. */
export type Work = 'hash' | 'query' | 'transaction' | 'mail' | 'acknowledgement'

/** What refuses a client for having tried too often. */
export const LIMIT_KINDS = ['password', 'second_factor', 'mail', 'entry', 'general'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** How a mail ends. One that the server did not take is `failed`; one that could not be delivered in its time, `expired`. */
export const MAIL_ENDS = ['sent', 'failed', 'expired'] as const
export type MailEnd = (typeof MAIL_ENDS)[number]

interface Arrival {
  readonly method: string
  /** As the endpoint table writes it, `/auth/sessions/{id}`, or `other`: never what a client typed. */
  readonly route: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** One request on its way. */
export interface Passage {
  /** Goes on with it: whatever is begun in `next` belongs to this request. */
  resume(next: () => void): void
  end(status: number): void
}

/** Looks on, for figures or for traces. It is told what happens, and never which account it concerns. */
export interface Observer {
  request(arrival: Arrival): Passage
  watch<T>(work: Work, run: () => Promise<T>): Promise<T>
  limited(kind: LimitKind): void
  audited(type: string): void
  mailEnded(end: MailEnd): void
}

const nothing = (): void => undefined

/** Looks at nothing. */
export const unobserved: Observer = {
  request: () => ({ resume: (next) => next(), end: nothing }),
  watch: (_work, run) => run(),
  limited: nothing,
  audited: nothing,
  mailEnded: nothing,
}

/** Two observers as one; undefined when there is neither. */
export const observers = (one: Observer | undefined, other: Observer | undefined): Observer | undefined =>
  one && other ? together(one, other) : (one ?? other)

const together = (one: Observer, other: Observer): Observer => ({
  request(arrival) {
    const [first, second] = [one.request(arrival), other.request(arrival)]
    return {
      resume: (next) => first.resume(() => second.resume(next)),
      end(status) {
        second.end(status)
        first.end(status)
      },
    }
  },
  watch: (work, run) => one.watch(work, () => other.watch(work, run)),
  limited(kind) {
    one.limited(kind)
    other.limited(kind)
  },
  audited(type) {
    one.audited(type)
    other.audited(type)
  },
  mailEnded(end) {
    one.mailEnded(end)
    other.mailEnded(end)
  },
})
