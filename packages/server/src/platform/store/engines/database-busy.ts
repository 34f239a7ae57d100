import { Failure } from '../../kernel/errors.ts'
import { atDeadline, type GivingUp } from '../../kernel/semaphore.ts'

/** The caller is refused soon, and told when to try again, instead of waiting in a growing queue. */
export class DatabaseBusy extends Failure<'overloaded'> {
  override readonly name = 'DatabaseBusy'

  constructor(why: string, cause?: unknown) {
    super('overloaded', { message: `The database is busy: ${why}. Please try again shortly.`, retryAfter: 1, cause })
  }
}

export const busyAt = (deadline: number): GivingUp =>
  atDeadline(deadline, () => new DatabaseBusy('waited too long for the database'))
