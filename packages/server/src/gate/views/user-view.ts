import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { ROLES } from '../accounts/roles.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { owesSecondFactor } from '../factors/gates.ts'
import { flagField, idField, textField, timeField } from './fields.ts'

export const userFields = {
  id: idField('The account; it never changes.'),
  email: textField('Its email address, in lower case.'),
  name: textField('The name that other people see.'),
  role: Type.String({ enum: [...ROLES], description: 'What it may do: `admin` administers the service.' }),
  isVerified: flagField('Whether its address was confirmed.'),
  twoFactorEnabled: flagField('Whether a sign-in asks for a second factor.'),
  createdAt: timeField('When the account was made.'),
  updatedAt: timeField('When something of it last changed.'),
}

export const User = Type.Object(
  {
    ...userFields,
    isBanned: flagField('Whether an administrator has shut it out.'),
    orgOwnerCount: Type.Integer({ description: 'How many organisations the account is an owner of.' }),
  },
  { title: 'User', description: 'An account.' },
)

export const userView = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  isVerified: account.verifiedAt !== undefined,
  isBanned: account.bannedAt !== undefined,
  twoFactorEnabled: owesSecondFactor(account),
  orgOwnerCount: account.orgOwnerCount,
  createdAt: timestamp(account.createdAt),
  updatedAt: timestamp(account.updatedAt),
})
