import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { Changes } from '../data/changes.ts'
import { SignUpAnswers } from '../data/schemas.ts'
import type { SignInMethod } from '../sessions/tables/sessions.ts'
import { flagField, textField, textOrNull, timeField } from '../views/fields.ts'

/** Of whom an account is to be made. */
export interface Newcomer {
  /** In canonical form. */
  readonly email: string
  readonly name: string
  readonly mailbox: 'proved' | 'unproved'
  readonly signIn: SignInMethod
  /** What was asked for beside it. */
  readonly data: Changes | undefined
}

const Asked = Type.Object(
  {
    email: textField('The address that the account is for, in lower case.'),
    isEmailVerified: flagField('Whether a mailed code, an invite or a provider has proved the address.'),
    name: textField('The name that other people will see.'),
    method: Type.String({
      enum: ['password', 'provider', 'invite', 'mailbox'],
      description: 'How the newcomer comes: by password, by a provider, by an invite, or by a mailed code.',
    }),
    provider: textOrNull('The provider, where it is one.'),
    data: SignUpAnswers,
  },
  { description: 'Who wants an account.' },
)

/** What is posted to `REGISTRATION_HOOK_URL`. */
export const RegistrationAsked = Type.Object(
  { timestamp: timeField('When it was asked.'), data: Asked },
  {
    description:
      'Asked of `REGISTRATION_HOOK_URL` before an account is made: answer 200 with `{"allow": true}` or `{"allow": false}`.',
  },
)

export function questionAbout({ email, name, mailbox, signIn, data }: Newcomer, now: number): string {
  const { method, provider = null } = signIn
  const answers = Object.fromEntries([...(data ?? [])].map(([field, value]) => [field.name, value ?? null]))
  const asked = { email, isEmailVerified: mailbox === 'proved', name, method, provider, data: answers }
  return JSON.stringify({ type: 'registration.asked', timestamp: timestamp(now), data: asked })
}
