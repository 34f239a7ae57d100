import type { Account, Gates } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../sessions/tables/sessions.ts'

type Gated = Pick<Account, 'twoFactorEnabledAt' | keyof Gates>

/** Whether an authenticator app or a passkey is asked for at a sign-in. Then nothing weaker is enough. */
export const hasStrongGate = ({ totpAt, passkeyGateAt }: Pick<Gates, 'totpAt' | 'passkeyGateAt'>): boolean =>
  totpAt !== undefined || passkeyGateAt !== undefined

/** Whether a second factor is owed after a password or a provider, by the account's own setting. */
export const owesSecondFactor = (account: Gated): boolean => account.twoFactorEnabledAt !== undefined || hasStrongGate(account)

/** Whether an administrator has yet to pass a second factor in this very session, whatever the account's own setting is. */
export const owesAdminFactor = (
  { config }: Pick<Deps, 'config'>,
  { role }: Pick<Account, 'role'>,
  { secondFactorAt }: Pick<Session, 'secondFactorAt'>,
): boolean => role === 'admin' && secondFactorAt === undefined && !config.twoFactor.disableAdminTwoFactor

/** Whether the owner wants mailed codes. An account that owes a second factor, and of no other kind, owes this one. */
export const hasEmailFactor = (account: Gated): boolean =>
  account.emailFactorAt !== undefined || (account.twoFactorEnabledAt !== undefined && !hasStrongGate(account))

/** Since when each kind is owed, to be changed and written back. */
export const gatesOf = (account: Gated): Gates => ({
  emailFactorAt: hasEmailFactor(account) ? (account.emailFactorAt ?? account.twoFactorEnabledAt) : undefined,
  totpAt: account.totpAt,
  passkeyGateAt: account.passkeyGateAt,
})
