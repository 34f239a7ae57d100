import type { Weakness } from '../../platform/kernel/errors.ts'

type PasswordPolicy = { readonly minLength: number; readonly requireDigit: boolean }

const MAX_BYTES = 1024
/** Length that does in place of a letter and a digit: what a password needs that is the only proof (NIST SP 800-63B-4, 3.1.1.2). */
export const LONG = 15

/** Normalising takes quadratic time for a run of combining marks: 64 KB of them would block the process for seconds. */
export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES

/** Counts code points of the NFC form, which is hashed, so that all keyboards are alike (NIST SP 800-63B-4, 3.1.1.2). */
export function passwordWeakness(password: string, { minLength, requireDigit }: PasswordPolicy): Weakness | undefined {
  if (!password.isWellFormed()) return { isUnstorable: true }
  if (isTooLong(password)) return { maxBytes: MAX_BYTES }
  const text = password.normalize('NFC')
  const { length } = [...text]
  const isMixed = requireDigit && length < LONG
  const lacks = {
    ...(length < minLength && { minLength }),
    ...(isMixed && !/\p{L}/u.test(text) && { needsLetter: true }),
    ...(isMixed && !/\p{Nd}/u.test(text) && { needsDigit: true }),
  }
  return Object.keys(lacks).length > 0 ? lacks : undefined
}

export function describeWeakness(weakness: Weakness): string {
  const { isUnstorable, maxBytes, isCommon, isOwnData, minLength, needsLetter, needsDigit } = weakness
  if (isUnstorable) return 'The password contains characters that cannot be stored.'
  if (maxBytes !== undefined) return `The password must be at most ${maxBytes} bytes long.`
  if (isCommon) return 'The password is too easy to guess: many people use it.'
  if (isOwnData)
    return 'The password is too easy to guess: it is made of the name, the email address or the name of this service.'
  const missing = [
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(needsLetter ? ['a letter'] : []),
    ...(needsDigit ? ['a digit'] : []),
  ]
  return `The password needs ${sentence(missing)}.`
}

const sentence = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
