import { displayName } from '../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { Failure, type WrongField } from '../../platform/kernel/errors.ts'
import { CODE_LENGTH } from '../factors/code-length.ts'
import type { Submission } from './view.ts'

export type Check = (typed: string, call: Submission) => Omit<WrongField, 'field'> | undefined

/** A check knows only what was typed, so it reveals nothing of any account. The route would tell of the first mistake alone. */
export function checkFields(call: Submission, checks: Readonly<Record<string, Check>>): void {
  const wrong = Object.entries(checks).flatMap(([field, check]): WrongField[] => {
    const found = check(call.fields[field] ?? '', call)
    return found ? [{ field, ...found }] : []
  })
  if (wrong.length > 0) throw new Failure('validation_error', { wrong })
}

export const filled: Check = (typed) => (typed.trim() === '' ? { code: 'empty' } : undefined)

/** A password may be made of spaces. */
export const password: Check = (typed) => (typed === '' ? { code: 'empty' } : undefined)

export const address: Check = (typed, call) =>
  filled(typed, call) ?? (canonicalEmail(typed) === undefined ? { code: 'invalid_email' } : undefined)

export const name: Check = (typed, call) =>
  filled(typed, call) ?? (displayName(typed) === undefined ? { code: 'malformed' } : undefined)

/** A malformed code is refused here, so that it costs no guess. */
export const digits =
  (count: number | undefined): Check =>
  (typed, call) => {
    const { length } = typed.trim()
    const isLength = count === undefined ? length >= CODE_LENGTH.least && length <= CODE_LENGTH.most : length === count
    return filled(typed, call) ?? (isLength && /^\d+$/.test(typed.trim()) ? undefined : { code: 'malformed', digits: count })
  }

/** Where the owner is not known yet, the route checks once more. */
export const newPassword: Check = (typed, call) => {
  const { email = '', name: called = '' } = call.fields
  const owner = { email: canonicalEmail(email) ?? '', name: displayName(called) ?? '' }
  const found = call.deps.passwords.weakness(typed, owner.email === '' && owner.name === '' ? undefined : owner)
  return password(typed, call) ?? (found && { code: 'weak_password', weakness: found.weakness })
}
