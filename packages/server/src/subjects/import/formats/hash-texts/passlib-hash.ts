import type { Digest, ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import { base64Of, countOf } from '../bytes.ts'
import { modular, type Password, raw } from './modular.ts'

/** Base64 without padding, and with a dot in place of the plus. */
const bytesOf = (text: string | undefined): Buffer | undefined => base64Of(text?.replaceAll('.', '+'))

const CRYPT = [
  ['md5-crypt', /^\$(?:1|apr1)\$/],
  ['sha256-crypt', /^\$5\$/],
  ['sha512-crypt', /^\$6\$/],
] as const

/** What stands before the first parameter names the hasher. */
export function passlibHash(text: string): Password {
  const crypt = CRYPT.find(([, begins]) => begins.test(text))
  if (crypt) return raw({ scheme: crypt[0], text })
  if (text.startsWith('$pbkdf2')) return raw(pbkdf2(text))
  if (text.startsWith('$scrypt$')) return raw(scrypt(text))
  const [, later, rounds = '', salted, keyed] =
    /^\$bcrypt-sha256\$v=2,t=(2[ab]),r=(\d\d?)\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/.exec(text) ?? []
  if (later) return raw({ scheme: 'passlib-bcrypt', text: `$${later}$${rounds.padStart(2, '0')}$${salted}${keyed}` })
  // Before 1.7.3. It is hashed before, so that bytes behind the 72nd count.
  const [, type, cost, salt, hash] =
    /^\$bcrypt-sha256\$(2[ab]),(\d\d?)\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/.exec(text) ?? []
  if (cost) return modular(`$${type}$${cost.padStart(2, '0')}$${salt}${hash}`, ['bcrypt'], 'sha256-base64')
  return modular(text, ['bcrypt', 'argon2', 'phpass'])
}

function pbkdf2(text: string): ForeignHash | undefined {
  const [, digest = 'sha1', rounds, salted, hash] = /^\$pbkdf2(?:-(sha256|sha512))?\$(\d+)\$([^$]+)\$([^$]+)$/.exec(text) ?? []
  const [salt, key] = [bytesOf(salted), bytesOf(hash)]
  return salt && key ? { scheme: 'pbkdf2', digest: digest as Digest, rounds: countOf(rounds), salt, key } : undefined
}

/** The logarithm of the cost; no cost of more digits is within bounds. */
function scrypt(text: string): ForeignHash | undefined {
  const [, ln, r, p, salted, hash] = /^\$scrypt\$ln=(\d\d?),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text) ?? []
  const [salt, key] = [bytesOf(salted), bytesOf(hash)]
  return salt && key ? { scheme: 'scrypt', n: 2 ** countOf(ln), r: countOf(r), p: countOf(p), salt, key } : undefined
}
