import { type KeyRing, seal, unseal } from './keys.ts'

/** Longer than most values that we seal: nothing longer is decrypted for a stranger. */
const MAX_LENGTH = 2000

type Until = { readonly expiresAt: number }

/** A value that a client keeps for us and brings back: only we can make or read it, and until its time is over. */
export const sealValue = <Value extends Until>(keys: KeyRing, value: Value) => ({
  token: seal(keys, JSON.stringify(value)),
  expiresAt: value.expiresAt,
})

/** Undefined for what we did not seal, and for a value whose time is over. */
export function openValue<Value extends Until>(
  keys: KeyRing,
  token: unknown,
  now: number,
  maxLength = MAX_LENGTH,
): Value | undefined {
  if (typeof token !== 'string' || token.length > maxLength) return undefined
  try {
    const value: Value = JSON.parse(unseal(keys, token))
    return value.expiresAt > now ? value : undefined
  } catch {
    return undefined
  }
}
