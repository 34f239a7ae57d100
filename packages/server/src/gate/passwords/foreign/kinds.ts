import { isForeignHash } from './is-foreign.ts'

/** Hashes of our own, whatever they have cost: the next sign-in makes them anew. */
export const OWN_KIND = 'argon2id'

const KEY = /(?<=(?:^|,)k=)[\w-]+/

/** What decides the cost of comparing a password: all of a hash but its day, its salt, its key, and which secret it needs. */
export function kindOf(hash: string): string {
  if (!isForeignHash(hash)) return OWN_KIND
  const [, , , scheme = '', form = '', parameters = '', , wrapping, , cost = ''] = hash.split('$', 10)
  return [scheme, form, parameters.replace(KEY, DECOY_KEY), ...(wrapping === 'argon2id' ? [cost] : [])].join('$')
}

/** Names no secret. */
const DECOY_KEY = 'none'

/** For people. */
export function schemeOf(kind: string): string {
  const [scheme = '', , , cost] = kind.split('$')
  return cost === undefined ? scheme : `${scheme} in argon2id`
}

/** The secret that the hash needs. */
export const keyIdOf = (hash: string): string | undefined =>
  isForeignHash(hash) ? KEY.exec(hash.split('$', 6)[5] ?? '')?.[0] : undefined

/** The same hash, where the secret has another name. */
export function withKeyId(hash: string, rename: (id: string) => string): string {
  if (!isForeignHash(hash)) return hash
  const parts = hash.split('$')
  return parts.map((part, at) => (at === 5 ? part.replace(KEY, rename) : part)).join('$')
}
