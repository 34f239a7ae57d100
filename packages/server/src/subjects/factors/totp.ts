import { createHmac, randomBytes } from 'node:crypto'
import { isSame } from '../../platform/kernel/csrf.ts'
import { base32 } from './base32.ts'

const STEP_MS = 30_000
const DIGITS = 6

export const newSeed = (): Buffer => randomBytes(20)

/** RFC 4226. */
export function hotp(seed: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', seed).update(message).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const codeAt = (seed: Buffer, now: number): string => hotp(seed, Math.floor(now / STEP_MS))

/**
 * The interval whose code was typed (RFC 6238): the present one, the one before or the one after, because clocks differ, and only
 * one after the last that was used. All three are compared, whichever fits, so that the time taken tells nothing.
 */
export function stepOf(seed: Buffer, typed: string, now: number, lastStep: number): number | undefined {
  const code = typed.replace(/\s/g, '')
  const step = Math.floor(now / STEP_MS)
  const fitting = [step - 1, step, step + 1].filter((one) => isSame(hotp(seed, one), code))
  return fitting.find((one) => one > lastStep)
}

export function totpUri(seed: Buffer, { issuer, account }: { readonly issuer: string; readonly account: string }): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = { secret: base32(seed), issuer, algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_MS / 1000) }
  // Most apps read a plus as a plus, not as a space.
  return `otpauth://totp/${name}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`
}
