import { type CodeHashes, hashCode } from './codes.ts'
import type { Keys } from './keys.ts'

/** Stands for an address where it must not be readable: in the log, and beside a link that was mailed to it. */
export const addressHash = (keys: Pick<Keys, 'codes'>, email: string): string => addressHashes(keys, email)[0]

/** A hash from before the secret changed counts too. */
export const isAddressHash = (keys: Pick<Keys, 'codes'>, email: string, hash: string): boolean =>
  addressHashes(keys, email).includes(hash)

export const addressHashes = ({ codes }: Pick<Keys, 'codes'>, email: string): CodeHashes => hashCode(codes, 'address', email)
