import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { ROLES } from '../accounts/roles.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { owesSecondFactor } from '../factors/gates.ts'
import { Id, Timestamp } from './fields.ts'

export const userFields = {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: Type.String({ enum: [...ROLES] }),
  isVerified: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const User = Type.Object(
  {
    ...userFields,
    isBanned: Type.Boolean(),
    orgOwnerCount: Type.Integer({ description: 'How many organisations the account is an owner of.' }),
  },
  { title: 'User' },
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
