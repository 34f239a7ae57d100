import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import type { Digest, ForeignHash } from '../foreign-hash.ts'
import { numberOf } from '../parameters.ts'
import type { ReadHash, Scheme, StoredHash } from '../scheme.ts'

export const DIGEST_BYTES: Readonly<Record<Digest, number>> = {
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
}

export const isDigest = (name: string): name is Digest => Object.hasOwn(DIGEST_BYTES, name)

const NOTHING = Buffer.alloc(0)

/** What stands before the password is kept in front of what stands after it, with the length of the first. */
const read = ({ digest, before = NOTHING, after = NOTHING, key }: ForeignHash<'digest' | 'hmac'>): ReadHash => ({
  parameters: { d: digest, b: String(before.length) },
  salt: Buffer.concat([before, after]),
  key,
})

const fed = ({ parameters, salt }: StoredHash, password: Buffer, hash: Hash | Hmac): Buffer => {
  const before = numberOf(parameters, 'b')
  hash.update(salt.subarray(0, before))
  hash.update(password)
  hash.update(salt.subarray(before))
  return hash.digest()
}

const common = {
  problem({ parameters }: Pick<StoredHash, 'parameters' | 'salt'>) {
    const { d = '' } = parameters
    if (!isDigest(d) || numberOf(parameters, 'l') !== DIGEST_BYTES[d]) return 'its digest is unknown'
    return numberOf(parameters, 'b') >= 0 ? undefined : 'its salt is unknown'
  },
  isWeak: () => true,
  saltBytes: 16,
}

export const digest: Scheme<'digest'> = {
  ...common,
  read,
  derive: async (hash, password) => fed(hash, password, createHash(hash.parameters['d'] ?? '')),
}

export const hmac: Scheme<'hmac'> = {
  ...common,
  read,
  secretOf: ({ secret }) => secret,
  isKeyed: true,
  derive: async (hash, password, secret = NOTHING) => fed(hash, password, createHmac(hash.parameters['d'] ?? '', secret)),
}
