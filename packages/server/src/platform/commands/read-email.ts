import { canonicalEmail } from '../kernel/email-address.ts'
import { CommandError } from './command.ts'

export function readEmail(typed: string): string {
  const email = canonicalEmail(typed)
  if (email === undefined) throw new CommandError('This is not a valid email address.')
  return email
}
