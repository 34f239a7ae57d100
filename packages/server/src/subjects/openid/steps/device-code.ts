import { randomInt } from 'node:crypto'
import { type CodeHashes, hashCode } from '../../../platform/kernel/codes.ts'
import type { Keys } from '../../../platform/kernel/keys.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { OidcClient } from '../tables/clients.ts'
import type { DeviceCode } from '../tables/device-codes.ts'

/** Consonants alone make no words. None of them is taken for another one on a screen across the room (RFC 8628, 6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'

/** 34 random bits, shown as `XXXX-XXXX`: guesses are counted, and a code is open for ten minutes. */
export function newTypedCode(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return shownCode(letters)
}

const shownCode = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`

/** As the device shows it, however it was typed. Undefined for what cannot be one, which costs no guess. */
export function typedCode(text: string): string | undefined {
  const letters = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(letters) ? shownCode(letters) : undefined
}

export const hashesOfTyped = ({ codes }: Pick<Keys, 'codes'>, typed: string): CodeHashes => hashCode(codes, 'device', typed)

/** Of all that a person sees before they let a device in: if any of it changes before they answer, they have said yes to something else. */
export const shownOfDevice = (
  { hash, scopes, audience, ipAddress, userAgent }: DeviceCode,
  { id, name, updatedAt }: Pick<OidcClient, 'id' | 'name' | 'updatedAt'>,
  account: { readonly id: string },
): string => hashToken(JSON.stringify([hash, id, name, updatedAt, account.id, scopes, audience, ipAddress, userAgent]))
