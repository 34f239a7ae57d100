import { displayName } from '../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import type { FailureDetail } from '../../platform/kernel/errors.ts'
import type { Deps } from '../deps.ts'
import type { PasswordRefusal } from '../passwords/password-refusal.ts'

type Typed = { readonly email: string; readonly password: string; readonly name: string }
/** Without a password where there are none. */
type Invited = Omit<Typed, 'password'> & { readonly password: string | undefined }
type Refused<Code> = { readonly refusal: Code } & FailureDetail
type Guest = { readonly email: string; readonly name: string } | PasswordRefusal | Refused<'name_required'>

export async function readNewcomer(deps: Deps, typed: Typed): Promise<Guest | Refused<'invalid_email'>> {
  const email = canonicalEmail(typed.email)
  return email === undefined ? { refusal: 'invalid_email' } : readGuest(deps, { ...typed, email })
}

/** An invited address is in canonical form already. */
export async function readGuest({ passwords }: Deps, { email, password, name: typed }: Invited): Promise<Guest> {
  const name = displayName(typed)
  const refused = password === undefined ? undefined : await passwords.refusal(password, { email, name: name ?? '' })
  if (refused) return refused
  return name === undefined ? { refusal: 'name_required' } : { email, name }
}
