import type { Account, Gates } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../sessions/tables/sessions.ts'

type Gated = Pick<Account, 'twoFactorEnabledAt' | keyof Gates>

/** Where an authenticator app or a passkey is asked for at a sign-in, nothing weaker is enough. */
export const hasStrongGate = ({ totpAt, passkeyGateAt }: Pick<Gates, 'totpAt' | 'passkeyGateAt'>): boolean =>
  totpAt !== undefined || passkeyGateAt !== undefined

export const owesSecondFactor = (account: Gated): boolean => account.twoFactorEnabledAt !== undefined || hasStrongGate(account)

/** Administrators have to pass a second factor in this very session, whatever the account's own setting is. */
export const owesAdminFactor = (
  { config }: Pick<Deps, 'config'>,
  { role }: Pick<Account, 'role'>,
  { secondFactorAt }: Pick<Session, 'secondFactorAt'>,
): boolean => role === 'admin' && secondFactorAt === undefined && !config.twoFactor.disableAdminTwoFactor

/** An account that owes a second factor and has no other kind owes a mailed code. */
export const hasEmailFactor = (account: Gated): boolean =>
  account.emailFactorAt !== undefined || (account.twoFactorEnabledAt !== undefined && !hasStrongGate(account))

export const gatesOf = (account: Gated): Gates => ({
  emailFactorAt: hasEmailFactor(account) ? (account.emailFactorAt ?? account.twoFactorEnabledAt) : undefined,
  totpAt: account.totpAt,
  passkeyGateAt: account.passkeyGateAt,
})
