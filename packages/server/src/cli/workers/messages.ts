import type { MetricObject } from 'prom-client'

/** What a worker is told when it is started, in the variable of this name. */
export const SEAT = 'WORKER_SEAT'

export interface Seat {
  /** From 1 on. A worker that takes the place of another has its number. */
  readonly number: number
  readonly of: number
  /** Picked by the parent where any port would do, because links in mails have it too. */
  readonly picked?: { readonly port: number; readonly publicUrl: string }
}

export type ToWorker =
  /** Sent with a socket. */
  | { readonly kind: 'connection'; readonly id: number }
  | { readonly kind: 'stop' }
  /** No connection comes after this. */
  | { readonly kind: 'shut' }
  | { readonly kind: 'figures'; readonly question: number }

export type ToParent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken'; readonly id: number }
  /** It wants no more connections. */
  | { readonly kind: 'shut' }
  /** Without a question, the last of a worker that stops. */
  | { readonly kind: 'figures'; readonly question?: number; readonly figures: readonly MetricObject[] }
  /** Nothing can be written any more, or not so that it survives. */
  | { readonly kind: 'broken'; readonly reason: string; readonly exitCode: number }
