import type { Weakness } from '../../platform/kernel/errors.ts'

interface PasswordPolicy {
  readonly minLength: number
  readonly requireDigit: boolean
}

const MAX_BYTES = 1024

/**
 * Asked before anything else is done with a password: Argon2 would read everything, but normalising takes time by the
 * square of a run of combining marks, and 64 KB of them hold the process for seconds.
 */
export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES

/**
 * What a password lacks; undefined when it is good.
 *
 * Length counts code points of the NFC form, the form that is hashed, so that the same password typed
 * on two keyboards passes or fails alike (NIST SP 800-63B-4, 3.1.1.2).
 */
export function passwordWeakness(password: string, { minLength, requireDigit }: PasswordPolicy): Weakness | undefined {
  if (!password.isWellFormed()) return { isUnstorable: true }
  if (isTooLong(password)) return { maxBytes: MAX_BYTES }
  const text = password.normalize('NFC')
  const lacks = {
    ...([...text].length < minLength && { minLength }),
    ...(requireDigit && !/\p{L}/u.test(text) && { needsLetter: true }),
    ...(requireDigit && !/\p{Nd}/u.test(text) && { needsDigit: true }),
  }
  return Object.keys(lacks).length > 0 ? lacks : undefined
}

/** The same as a sentence for its owner. */
export function describeWeakness({
  isUnstorable,
  maxBytes,
  isCommon,
  isOwnData,
  minLength,
  needsLetter,
  needsDigit,
}: Weakness): string {
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
