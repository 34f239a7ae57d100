import { Failure } from '../../kernel/errors.ts'

/** Where the rows of a file went. `id` stands in the new database as well. */
export interface Destination {
  readonly id: string
  /** Without the password. */
  readonly target: string
}

/** The file takes no writes any more, and what it holds is out of date. The caller may ask again: soon another database answers. */
export class DatabaseMoved extends Failure<'overloaded'> {
  override readonly name = 'DatabaseMoved'
  readonly destination: Destination

  constructor(destination: Destination) {
    super('overloaded', { message: 'The database is being moved. Please try again shortly.', retryAfter: 1 })
    this.destination = destination
  }
}

/** The operator has named another database than the one that the rows went to. */
export class NotThere extends Error {}

export const movedTo = (file: string, { target }: Pick<Destination, 'target'>): string =>
  `The database ${file} has moved to ${target}: set DATABASE_URL to it`
