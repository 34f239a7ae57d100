import { displayName } from '../../kernel/display-name.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'
import type { FailureDetail } from '../../kernel/errors.ts'
import type { Deps } from '../deps.ts'

interface Typed {
  readonly email: string
  readonly password: string
  readonly name: string
}

type Newcomer =
  | { readonly email: string; readonly name: string }
  | ({ readonly refusal: 'invalid_email' | 'weak_password' | 'name_required' } & FailureDetail)

/** What a visitor typed to sign up, in the form in which it is stored; or the first thing that is wrong with it. */
export function readNewcomer({ passwords }: Deps, typed: Typed): Newcomer {
  const email = canonicalEmail(typed.email)
  if (email === undefined) return { refusal: 'invalid_email' }
  const name = displayName(typed.name)
  const weakness = passwords.weakness(typed.password, { email, name: name ?? '' })
  if (weakness) return { refusal: 'weak_password', ...weakness }
  return name === undefined ? { refusal: 'name_required' } : { email, name }
}
