import { Failure } from '../../kernel/errors.ts'
import { atDeadline, type GivingUp } from '../../kernel/semaphore.ts'

/** The database has no room for this now. The caller is told so soon, and when to try again. */
export class DatabaseBusy extends Failure<'overloaded'> {
  override readonly name = 'DatabaseBusy'

  constructor(why: string) {
    super('overloaded', { message: `The database is busy: ${why}. Please try again shortly.`, retryAfter: 1 })
  }
}

export const busyAt = (deadline: number): GivingUp =>
  atDeadline(deadline, () => new DatabaseBusy('waited too long for the database'))
