export interface PasswordPolicy {
  readonly minLength: number
  readonly requireDigit: boolean
}

/** Argon2 reads everything, so the bound only keeps a request from being expensive in other ways. */
const MAX_BYTES = 1024

/**
 * What a password lacks, as a sentence for its owner; undefined when it is good.
 *
 * Length counts code points of the NFC form, the form that is hashed, so that the same password typed
 * on two keyboards passes or fails alike (NIST SP 800-63B-4, 3.1.1.2).
 */
export function passwordWeakness(password: string, policy: PasswordPolicy): string | undefined {
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.'
  const text = password.normalize('NFC')
  if (Buffer.byteLength(text) > MAX_BYTES) return `The password must be at most ${MAX_BYTES} bytes long.`
  const missing: string[] = []
  if ([...text].length < policy.minLength) missing.push(`at least ${policy.minLength} characters`)
  if (policy.requireDigit && !/\p{L}/u.test(text)) missing.push('a letter')
  if (policy.requireDigit && !/\p{Nd}/u.test(text)) missing.push('a digit')
  return missing.length === 0 ? undefined : `The password needs ${sentence(missing)}.`
}

const sentence = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
