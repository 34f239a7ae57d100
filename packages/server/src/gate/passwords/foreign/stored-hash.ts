import type { Parameters } from './parameters.ts'
import { isPasswordForm } from './password-form.ts'
import type { StoredHash } from './scheme.ts'
import { isSchemeName } from './schemes.ts'

/** Of the text before its salt. `$lk1$` is in front of no hash of our own. */
const HEAD = /^\$lk1\$(\d{5})\$([a-z0-9-]{1,30})\$([a-z0-9-]{1,20})\$((?:[a-z]=[\w-]{1,64})(?:,[a-z]=[\w-]{1,64}){0,11})\$/
const WRAPPING = /^\$argon2id\$v=19\$m=\d{1,9},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]{1,200}\$[A-Za-z0-9+/]{1,200}$/

export const MAX_TEXT = 4096

export const writeHash = ({ day, scheme, form, parameters, salt, key, wrapping }: StoredHash): string => {
  const written = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  const head = `$lk1$${String(day).padStart(5, '0')}$${scheme}$${form}$${written.join(',')}$`
  return `${head}${salt.toString('base64url')}${wrapping ?? `$${key.toString('base64url')}`}`
}

/** Undefined for whatever `writeHash` does not write, to the letter. */
export function readHash(text: string): StoredHash | undefined {
  if (text.length > MAX_TEXT) return undefined
  const [head, day, scheme = '', form = '', written = ''] = HEAD.exec(text) ?? []
  if (head === undefined || !isSchemeName(scheme) || !isPasswordForm(form)) return undefined
  const rest = text.slice(head.length)
  const end = rest.indexOf('$')
  const [salt, last] = [Buffer.from(rest.slice(0, end), 'base64url'), rest.slice(end)]
  const wrapping = WRAPPING.test(last) ? last : undefined
  const key = wrapping === undefined ? Buffer.from(last.slice(1), 'base64url') : Buffer.alloc(0)
  const stored = { day: Number(day), scheme, form, parameters: readParameters(written), salt, key, wrapping }
  return writeHash(stored) === text ? stored : undefined
}

export const readParameters = (written: string): Parameters =>
  Object.fromEntries(written.split(',').map((one) => [one.slice(0, 1), one.slice(2)] as const))
