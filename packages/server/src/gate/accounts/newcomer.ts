import { displayName } from '../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import type { FailureDetail } from '../../platform/kernel/errors.ts'
import type { Deps } from '../deps.ts'

type Typed = { readonly email: string; readonly password: string; readonly name: string }
type Refused<Code> = { readonly refusal: Code } & FailureDetail
type Guest = { readonly email: string; readonly name: string } | Refused<'weak_password' | 'name_required'>

export function readNewcomer(deps: Deps, typed: Typed): Guest | Refused<'invalid_email'> {
  const email = canonicalEmail(typed.email)
  return email === undefined ? { refusal: 'invalid_email' } : readGuest(deps, { ...typed, email })
}

/** An invited address is in canonical form already. */
export function readGuest({ passwords }: Deps, { email, password, name: typed }: Typed): Guest {
  const name = displayName(typed)
  const weakness = passwords.weakness(password, { email, name: name ?? '' })
  if (weakness) return { refusal: 'weak_password', ...weakness }
  return name === undefined ? { refusal: 'name_required' } : { email, name }
}
