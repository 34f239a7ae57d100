import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { HOOKS, type Openings } from '../hooks.ts'
import { hasPassword } from '../passwords/has-passwords.ts'

export type SignInMethods = Openings & { readonly hasPassword: boolean; readonly mailbox: boolean }

/** Every flow that removes a sign-in method, or could remove the last administrator, asks here what is left. */
export async function signInMethodsOf(tables: Connection, deps: Deps, account: Account): Promise<SignInMethods> {
  const methods: SignInMethods = {
    hasPassword: hasPassword(deps.config, account),
    mailbox: opensByMail(deps, account),
    providers: [],
    passkeys: 0,
  }
  for (const { openings } of HOOKS) Object.assign(methods, await openings?.(tables, deps, account))
  return methods
}

/** To administrators a mailed code is of use only if they have an authenticator app to show after it; their passkeys count by themselves. */
const opensByMail = ({ config }: Pick<Deps, 'config'>, { role, totpAt }: Account): boolean =>
  config.registration.emailSignIn !== 'off' &&
  (role !== 'admin' || totpAt !== undefined || config.twoFactor.disableAdminTwoFactor)

export const canBeOpened = ({ hasPassword, mailbox, providers, passkeys }: SignInMethods): boolean =>
  hasPassword || mailbox || providers.length > 0 || passkeys > 0

export const labelsOf = ({ providers }: Deps, names: readonly string[]): readonly string[] =>
  names.map((name) => providers.get(name)?.label ?? name)
