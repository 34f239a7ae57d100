import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { Elevation } from '../../../gate/factors/second-factors.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import type { Mailbox } from '../tables/email-changes.ts'

/** A second factor counts only after so long, so that a thief who enrols one cannot use it at once. */
export const SETTLED_MS = 7 * DAY_MS

type Confirmation = { readonly mailboxes: readonly Mailbox[]; readonly isRevertible: boolean }

/**
 * After a step-up with a factor that the owner has had for a while, the new mailbox alone confirms, and the old one may take the change
 * back. After a weaker proof both have to confirm. An old mailbox that was never proved may be a stranger's and is not asked.
 */
export function confirmingMailboxes({ config, clock }: Deps, account: Account, elevation: Elevation | undefined): Confirmation {
  const isProved = account.verifiedAt !== undefined
  const mode = config.lifecycle.emailChangeConfirm
  const asksNewAlone = mode === 'new' || (mode === 'auto' && isSettled(elevation, clock.now()))
  if (asksNewAlone || !isProved) return { mailboxes: ['new'], isRevertible: isProved }
  return { mailboxes: ['new', 'old'], isRevertible: false }
}

function isSettled(elevation: Elevation | undefined, now: number): boolean {
  if (elevation?.method !== 'totp' && elevation?.method !== 'passkey') return false
  return elevation.enrolledAt !== undefined && elevation.enrolledAt <= now - SETTLED_MS
}
