import type { MetricValue, Registry } from 'prom-client'

type Answered = { readonly route: string; readonly method: string; readonly status: number }
type Value = MetricValue<string> & { readonly metricName: string }

interface Series {
  readonly labels: { readonly route: string; readonly method: string }
  /** How many took no longer than the bound of the same place, and longer than the one before; the last had no bound. */
  readonly counts: number[]
  readonly statuses: Map<number, number>
  sum: number
}

/** Up to the time at which proxies give up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const REQUESTS = {
  name: 'latchkey_http_requests_total',
  help: 'Requests that were answered. Paths that do not exist share the route `other`; status 499 is a client that hung up.',
  type: 'counter',
  labelNames: ['route', 'method', 'status'],
  aggregator: 'sum',
} as const

const DURATION = {
  name: 'latchkey_http_request_duration_seconds',
  help: 'Time to the end of the answer.',
  type: 'histogram',
  labelNames: ['route', 'method'],
  aggregator: 'sum',
} as const

/** Counts requests and their times. A counter of prom-client finds its labels anew each time, which took as long as finding the session. */
export class RequestFigures {
  readonly #ofRoutes = new Map<string, Map<string, Series>>()

  constructor(registry: Registry) {
    const register = (facts: typeof REQUESTS | typeof DURATION, values: () => Value[]): void => {
      const metric = { ...facts, get: async () => ({ ...facts, values: values() }), reset: () => this.#ofRoutes.clear() }
      registry.registerMetric(metric as never) // a registry asks for no more than this of a metric
    }
    register(REQUESTS, () => this.#all().flatMap(requestsOf))
    register(DURATION, () => this.#all().flatMap(durationOf))
  }

  count({ route, method, status }: Answered, seconds: number): void {
    const series = this.#ofRoutes.get(route)?.get(method) ?? this.#meet(route, method)
    let place = 0
    while (place < SECONDS.length && seconds > (SECONDS[place] as number)) place++
    series.counts[place] = (series.counts[place] as number) + 1
    series.sum += seconds
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1)
  }

  #meet(route: string, method: string): Series {
    const series = { labels: { route, method }, counts: Array(SECONDS.length + 1).fill(0), statuses: new Map(), sum: 0 }
    const ofRoute = this.#ofRoutes.get(route)
    if (ofRoute) ofRoute.set(method, series)
    else this.#ofRoutes.set(route, new Map([[method, series]]))
    return series
  }

  #all(): Series[] {
    return [...this.#ofRoutes.values()].flatMap((ofRoute) => [...ofRoute.values()])
  }
}

const requestsOf = ({ labels, statuses }: Series) =>
  [...statuses].map(([status, value]) => ({ labels: { ...labels, status }, value, metricName: REQUESTS.name }))

function durationOf({ labels, counts, sum }: Series): Value[] {
  let upTo = 0
  const buckets = [...SECONDS, '+Inf'].map((le, place) => {
    upTo += counts[place] as number
    return { labels: { le, ...labels }, value: upTo, metricName: `${DURATION.name}_bucket` }
  })
  return [
    ...buckets,
    { labels, value: sum, metricName: `${DURATION.name}_sum` },
    { labels, value: upTo, metricName: `${DURATION.name}_count` },
  ]
}
