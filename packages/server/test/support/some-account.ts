import type { NewAccount } from '../../src/gate/accounts/tables/accounts.ts'
import { newId } from '../../src/platform/kernel/ids.ts'

/** An account to put into the tables directly, with no more than it needs. */
export const someAccount = (own: Partial<NewAccount> = {}): NewAccount => ({
  id: newId(1),
  email: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  adminScopes: undefined,
  passwordHash: undefined,
  verifiedAt: undefined,
  mailboxProvedAt: undefined,
  unprovedSince: undefined,
  twoFactorEnabledAt: undefined,
  language: undefined,
  createdAt: 1,
  ...own,
})
