import { hashToken } from '../../platform/kernel/tokens.ts'
import type { Mailed } from './tables/codes.ts'

/** Kept beside a code instead of the address. It has no key, because a link outlives the secret that it was made under. */
export const mailedTo = (codeHash: string, email: string): string => hashToken(`${codeHash} ${email}`)

/** A code from before addresses were noted counts as mailed to this address. */
export const wasMailedTo = (email: string, { hash, emailHash }: Mailed): boolean =>
  emailHash === undefined || emailHash === mailedTo(hash, email)
