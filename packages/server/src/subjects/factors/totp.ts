import { createHmac, randomBytes } from 'node:crypto'
import { CODE_LENGTH } from '../../gate/factors/code-length.ts'
import { isSame } from '../../platform/kernel/csrf.ts'
import { base32 } from './base32.ts'

const ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const

/** What an app was told beside its seed. Ours are told what every app can do; a seed from elsewhere keeps what it came with. */
export interface TotpParameters {
  /** How long a code is shown, in seconds. */
  readonly period: number
  readonly algorithm: (typeof ALGORITHMS)[number]
  /** How many a code has. */
  readonly digits: number
}

export const OUR_PARAMETERS: TotpParameters = { period: 30, algorithm: 'sha1', digits: 6 }

/** Undefined for an app whose codes are shorter or longer than RFC 4226 has them, or would be good for longer than a guess may be. */
export function totpParameters(told: { digits: number; period: number; algorithm: string }): TotpParameters | undefined {
  const { digits, period } = told
  const name = told.algorithm.toLowerCase().replace('-', '')
  const algorithm = ALGORITHMS.find((one) => one === name)
  const isPeriod = Number.isInteger(period) && period >= 15 && period <= 120
  const isLength = Number.isInteger(digits) && digits >= CODE_LENGTH.least && digits <= CODE_LENGTH.most
  return algorithm && isPeriod && isLength ? { period, algorithm, digits } : undefined
}

export const newSeed = (): Buffer => randomBytes(20)

/** RFC 4226. */
export function hotp(
  seed: Buffer,
  counter: number,
  { algorithm, digits }: Pick<TotpParameters, 'algorithm' | 'digits'> = OUR_PARAMETERS,
): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(algorithm, seed).update(message).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const stepAt = (now: number, { period }: TotpParameters): number => Math.floor(now / (period * 1000))

export const codeAt = (seed: Buffer, now: number): string => hotp(seed, stepAt(now, OUR_PARAMETERS))

/**
 * The interval whose code was typed (RFC 6238): the present one, the one before or the one after, because clocks differ, and only
 * one after the last that was used. All three are compared, whichever fits, so that the time taken tells nothing.
 */
export function stepOf(
  { seed, ...parameters }: { readonly seed: Buffer } & TotpParameters,
  typed: string,
  now: number,
  lastStep: number,
): number | undefined {
  const code = typed.replace(/\s/g, '')
  const step = stepAt(now, parameters)
  const fitting = [step - 1, step, step + 1].filter((one) => isSame(hotp(seed, one, parameters), code))
  return fitting.find((one) => one > lastStep)
}

export function totpUri(seed: Buffer, { issuer, account }: { readonly issuer: string; readonly account: string }): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = {
    secret: base32(seed),
    issuer,
    algorithm: 'SHA1',
    digits: String(OUR_PARAMETERS.digits),
    period: String(OUR_PARAMETERS.period),
  }
  // Most apps read a plus as a plus, not as a space.
  return `otpauth://totp/${name}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`
}
