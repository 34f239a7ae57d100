import type { Config } from '../../platform/config/schema.ts'
import type { Account } from '../accounts/tables/accounts.ts'

type Registration = { readonly registration: Pick<Config['registration'], 'enableEmailPassword' | 'emailSignIn'> }

/** What is a part of passwords is switched off by two settings together, so this stands for both of them. */
export const PASSWORDS = 'passwords.exist'

/**
 * Decides for all routes and pages whether there are passwords: not where people sign in by mail and none can sign up with a password.
 * Then none is asked for, set or accepted, and an account that has one from before is treated as if it had none. While mailed sign-in is
 * off, the switches of registration have no say in who can sign in.
 */
export const hasPasswords = ({ registration }: Registration): boolean =>
  registration.enableEmailPassword || registration.emailSignIn === 'off'

export const hasPassword = (config: Registration, { passwordHash }: Pick<Account, 'passwordHash'>): boolean =>
  passwordHash !== undefined && hasPasswords(config)
