import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { Elevation } from '../../../gate/factors/elevation.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import type { Mailbox } from '../tables/email-changes.ts'

/** A thief who adds a factor of their own has to wait for so long until it counts. */
export const SETTLED_MS = 7 * DAY_MS

interface Confirmation {
  readonly mailboxes: readonly Mailbox[]
  /** Whether the old mailbox gets a link that takes the change back. */
  readonly isRevertible: boolean
}

/**
 * Which mailboxes have to confirm a new address. A proof with something that the owner has had for a while is enough for the new
 * one alone, and the old one may take it back. After anything less, the old one has to agree before. A mailbox that was never
 * proved may be a stranger's: it has no say in either.
 */
export function whoConfirms({ config, clock }: Deps, account: Account, elevation: Elevation | undefined): Confirmation {
  const isProved = account.verifiedAt !== undefined
  const { emailChangeConfirm } = config.lifecycle
  const asksNewAlone = emailChangeConfirm === 'new' || (emailChangeConfirm === 'auto' && isSettled(elevation, clock.now()))
  if (asksNewAlone || !isProved) return { mailboxes: ['new'], isRevertible: isProved }
  return { mailboxes: ['new', 'old'], isRevertible: false }
}

function isSettled(elevation: Elevation | undefined, now: number): boolean {
  if (elevation?.method !== 'totp' && elevation?.method !== 'passkey') return false
  return elevation.enrolledAt !== undefined && elevation.enrolledAt <= now - SETTLED_MS
}
