import { type CodeHashes, hashCode } from './codes.ts'
import type { Keys } from './keys.ts'

/** By what an address is told again where it must not be read: in the log, and beside a link that was mailed to it. */
export const addressHash = (keys: Pick<Keys, 'codes'>, email: string): string => addressHashes(keys, email)[0]

/** Also where it was made before the secret changed. */
export const isAddressHash = (keys: Pick<Keys, 'codes'>, email: string, hash: string): boolean =>
  addressHashes(keys, email).includes(hash)

/** Under the secret of now, and of before. */
export const addressHashes = ({ codes }: Pick<Keys, 'codes'>, email: string): CodeHashes => hashCode(codes, 'address', email)
