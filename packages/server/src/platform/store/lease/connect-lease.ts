import type { Queries } from '../engine.ts'

/** A connection of its own, so that neither a full pool nor a slow request keeps a lease from being renewed. */
export interface LeaseConnection {
  /** After a statement that was not answered in time the connection is broken, and nothing of it is left at the server. */
  readonly sql: Queries
  /** Notes which transactions have written anything until now; the answer tells whether all of those are over. */
  othersAtWork(): Promise<{ areOver(): Promise<boolean> }>
  close(): Promise<void>
}

export interface LeaseEvents {
  /** There may be a message. */
  onWake(): void
  onBroken(): void
}

export type ConnectLease = (events: LeaseEvents) => Promise<LeaseConnection>
