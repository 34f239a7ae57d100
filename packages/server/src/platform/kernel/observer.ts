export type Work = 'hash' | 'query' | 'transaction' | 'mail' | 'acknowledgement'

export const LIMIT_KINDS = ['password', 'second_factor', 'mail', 'entry', 'general'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** `failed`: the mail server refused the mail. `expired`: the mail could not be delivered in its time. */
export const MAIL_ENDS = ['sent', 'failed', 'expired'] as const
export type MailEnd = (typeof MAIL_ENDS)[number]

interface Arrival {
  readonly method: string
  /** As the endpoint table writes it, `/auth/sessions/{id}`, or `other`: never what a client typed. */
  readonly route: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface ObservedRequest {
  /** Whatever begins inside of `next` belongs to this request. */
  resume(next: () => void): void
  end(status: number): void
}

/** For metrics and traces. An observer never learns which account is concerned. */
export interface Observer {
  request(arrival: Arrival): ObservedRequest
  /** For a request that was answered 200 at once. Absent where requests have to be followed from their beginning. */
  answeredAtOnce?(arrival: Pick<Arrival, 'method' | 'route'>, seconds: number): void
  watch<T>(work: Work, run: () => Promise<T>): Promise<T>
  limited(kind: LimitKind): void
  audited(type: string): void
  mailEnded(end: MailEnd): void
}

const nothing = (): void => undefined

export const unobserved: Observer = {
  request: () => ({ resume: (next) => next(), end: nothing }),
  answeredAtOnce: nothing,
  watch: (_work, run) => run(),
  limited: nothing,
  audited: nothing,
  mailEnded: nothing,
}

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
