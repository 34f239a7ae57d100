import type { Deps } from '../../../gate/deps.ts'
import { type CodeHashes, canonicalCode, hashCode } from '../../../platform/kernel/codes.ts'
import { openValue, sealValue } from '../../../platform/kernel/sealed-value.ts'

/** What a browser brings back with the code that was mailed: neither a row nor a password waits for it here. */
interface SignUpTicket {
  readonly email: string
  readonly codeHash: string
  readonly expiresAt: number
}

export const hashOfSignUpCode = ({ keys }: Deps, code: string, email: string): CodeHashes =>
  hashCode(keys.codes, 'sign-up', canonicalCode(code), email)

export const sealTicket = ({ keys }: Deps, ticket: SignUpTicket): string => sealValue(keys.signUps, ticket).token

export const openTicket = ({ keys, clock }: Deps, sealed: string): SignUpTicket | undefined =>
  openValue<SignUpTicket>(keys.signUps, sealed, clock.now())
