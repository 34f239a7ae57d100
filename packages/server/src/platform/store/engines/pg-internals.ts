import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Row, Value } from '../engine.ts'
import type { Prepared } from './postgres-statement.ts'

/** Everything undocumented that is used of the driver is in this file, whose test fails when a release changes any of it. */

/** PostgreSQL lets another connection cancel a statement by these two numbers. */
type BackendKey = { readonly host: string; readonly port: number; readonly processID: number; readonly secretKey: number }

/** Undefined before the server has sent its numbers. */
export function backendKeyOf(client: pg.ClientBase): BackendKey | undefined {
  // The driver sets these fields on every client that has connected, and its types do not name them all.
  const { host, port, processID, secretKey } = client as unknown as Partial<Record<keyof BackendKey, unknown>>
  return typeof host === 'string' && typeof port === 'number' && typeof processID === 'number' && typeof secretKey === 'number'
    ? { host, port, processID, secretKey }
    : undefined
}

export const streamOf = ({ connection }: pg.Client): Duplex => connection.stream

export type Answered = (error: Error | undefined, result: pg.ResultBuilder<Row>) => void

/** The query that the driver would make, without the copy of its options that the driver takes first. */
export class PreparedQuery extends pg.Query<Row> {
  readonly name: string
  readonly values: readonly Value[]
  readonly query_timeout: number | undefined

  constructor({ name, text }: Prepared, values: readonly Value[], limitMs: number | undefined, answered: Answered) {
    super(text, answered)
    this.name = name
    this.values = values
    this.query_timeout = limitMs
  }
}
