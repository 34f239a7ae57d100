import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { owesSecondFactor } from '../factors/gates.ts'
import type { Session } from '../sessions/tables/sessions.ts'
import { flagField } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { userFields } from './user-view.ts'

export const Me = Type.Object(
  {
    ...userFields,
    hasPassword: flagField('False where it was made by a provider, or without a password.'),
    session: SessionView,
  },
  { title: 'Me', description: 'The account that is signed in, and its session.' },
)

/** Written out rather than spread from `userView`, because spreading would double the cost of this hot path. */
export const meView = (account: Account, session: Session) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  isVerified: account.verifiedAt !== undefined,
  twoFactorEnabled: owesSecondFactor(account),
  createdAt: timestamp(account.createdAt),
  updatedAt: timestamp(account.updatedAt),
  hasPassword: account.passwordHash !== undefined,
  session: sessionView(session),
})
