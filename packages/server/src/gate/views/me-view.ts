import { Type } from 'typebox'
import type { Config } from '../../platform/config/schema.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { owesSecondFactor } from '../factors/gates.ts'
import { hasPassword } from '../passwords/has-passwords.ts'
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
export const meView = (config: Config, account: Account, session: Session) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  isVerified: account.verifiedAt !== undefined,
  twoFactorEnabled: owesSecondFactor(account),
  createdAt: timestamp(account.createdAt),
  updatedAt: timestamp(account.updatedAt),
  hasPassword: hasPassword(config, account),
  session: sessionView(session),
})
