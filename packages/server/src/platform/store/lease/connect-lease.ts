import type { Queries } from '../engine.ts'

/** A connection of its own: neither a full pool nor a slow request may delay a renewal. */
export interface LeaseConnection {
  /** A statement that is not answered in time breaks the connection, and is cancelled at the server. */
  readonly sql: Queries
  /** Remembers which transactions have written anything by now, and can tell when all of them have ended. */
  othersAtWork(): Promise<{ areOver(): Promise<boolean> }>
  close(): Promise<void>
}

export type LeaseEvents = { onWake(): void; onBroken(): void }

export type ConnectLease = (events: LeaseEvents) => Promise<LeaseConnection>
