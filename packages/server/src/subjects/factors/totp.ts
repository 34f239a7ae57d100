import { createHmac, randomBytes } from 'node:crypto'
import { isSame } from '../../platform/kernel/csrf.ts'
import { base32 } from './base32.ts'

const STEP_MS = 30_000
const DIGITS = 6

export const newSeed = (): Buffer => randomBytes(20)

/** RFC 4226. */
export function hotp(seed: Buffer, counter: number): string {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', seed).update(moving).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The interval whose code was typed (RFC 6238): this one, the one before or the one after, because clocks differ; and one that is
 * later than the last that was used. All three are compared, whichever fits, so that the time tells nothing.
 */
export function stepOf(seed: Buffer, typed: string, now: number, lastStep: number): number | undefined {
  const code = typed.replace(/\s/g, '')
  const step = Math.floor(now / STEP_MS)
  const fitting = [step - 1, step, step + 1].filter((one) => isSame(hotp(seed, one), code))
  return fitting.find((one) => one > lastStep)
}

/** What the code is scanned from. Apps show the issuer and the account. */
export function totpUri(seed: Buffer, { issuer, account }: { readonly issuer: string; readonly account: string }): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const facts = { secret: base32(seed), issuer, algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_MS / 1000) }
  // A plus would be read as a plus by most apps.
  return `otpauth://totp/${name}?${new URLSearchParams(facts).toString().replaceAll('+', '%20')}`
}
