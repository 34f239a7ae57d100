import { CommandError, UsageError } from '../../../platform/commands/command.ts'
import { EXIT_CODES } from './verdict.ts'

/** What cannot be read or understood says nothing of the log, neither that it is good nor that it is not. */
export async function orCannotTell<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const isDecided = cause instanceof UsageError || (cause instanceof CommandError && cause.exitCode !== 1)
    if (isDecided || !(cause instanceof Error)) throw cause
    throw new CommandError(cause.message, EXIT_CODES.unknown)
  }
}
