import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Row, Value } from '../engine.ts'
import type { Prepared } from './postgres-statement.ts'

/** All that is used of what the driver does not document. The test of this file fails with a release that has changed any of it. */

/** Where a client has connected to, and by which numbers the server lets another connection cancel what it does. */
interface BackendKey {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

/** Undefined before the server has told them. */
export function backendKeyOf(client: pg.ClientBase): BackendKey | undefined {
  // The driver sets these fields on every client that has connected, and its types do not name them all.
  const { host, port, processID, secretKey } = client as unknown as Partial<Record<keyof BackendKey, unknown>>
  return typeof host === 'string' && typeof port === 'number' && typeof processID === 'number' && typeof secretKey === 'number'
    ? { host, port, processID, secretKey }
    : undefined
}

/** What a client writes its messages to. */
export const streamOf = ({ connection }: pg.Client): Duplex => connection.stream

export type Answered = (error: Error | undefined, result: pg.ResultBuilder<Row>) => void

/** What the driver makes of a statement and its options, without the copy of them that it takes first. */
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
