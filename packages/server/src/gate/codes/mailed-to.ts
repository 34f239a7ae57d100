import { hashToken } from '../../platform/kernel/tokens.ts'
import type { Mailed } from './tables/codes.ts'

/** What is kept beside a code of the address that it is mailed to. It needs no key: a link outlives the secret that it was made under. */
export const mailedTo = (codeHash: string, email: string): string => hashToken(`${codeHash} ${email}`)

/** Whether a code was mailed to this address; one from before that was noted is taken for such. */
export const wasMailedTo = (email: string, { hash, emailHash }: Mailed): boolean =>
  emailHash === undefined || emailHash === mailedTo(hash, email)
