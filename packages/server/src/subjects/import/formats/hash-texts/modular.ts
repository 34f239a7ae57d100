import type { ForeignHash, PasswordForm } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import type { ImportedRecord } from '../../imported-record.ts'

export type Password = NonNullable<ImportedRecord['password']>

/** Texts that begin with the name of their scheme, as crypt(3) and PHC have it. */
const SCHEMES = {
  argon2: { begins: /^\$argon2(?:id|i|d)\$/, hash: (phc: string): ForeignHash => ({ scheme: 'argon2', phc }) },
  bcrypt: { begins: /^\$2[aby]\$/, hash: (text: string): ForeignHash => ({ scheme: 'bcrypt', text }) },
  /** Of libraries in C, to which a password ends at its first NUL. */
  'bcrypt-c': { begins: /^\$2[aby]\$/, hash: (text: string): ForeignHash => ({ scheme: 'bcrypt', text, endsAtNul: true }) },
  phpass: { begins: /^\$[PH]\$/, hash: (text: string): ForeignHash => ({ scheme: 'phpass', text }) },
  'wordpress-bcrypt': { begins: /^\$wp\$2y\$/, hash: (text: string): ForeignHash => ({ scheme: 'wordpress-bcrypt', text }) },
} as const

/** One of the schemes that the source has. */
export function modular(text: string, schemes: readonly (keyof typeof SCHEMES)[], form: PasswordForm = 'raw'): Password {
  const scheme = schemes.find((one) => SCHEMES[one].begins.test(text))
  return scheme ? { hash: SCHEMES[scheme].hash(text), form } : 'unknown'
}

/** What could not be taken apart is of no known kind. */
export const raw = (hash: ForeignHash | undefined): Password => (hash ? { hash, form: 'raw' } : 'unknown')
