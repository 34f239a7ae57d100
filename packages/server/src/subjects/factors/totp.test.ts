import { describe, expect, it } from 'vitest'
import { hotp, newSeed, OUR_PARAMETERS, stepOf, totpParameters, totpUri } from './totp.ts'

/** Of both RFCs. */
const SEED = Buffer.from('12345678901234567890')
const STEP = 30_000

describe('hotp', () => {
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => [counter, code] as const,
    ),
  )('is that of RFC 4226 at %i', (counter, code) => {
    expect(hotp(SEED, counter)).toBe(code)
  })
})

describe('stepOf', () => {
  // RFC 6238 gives eight digits; of six, they are the last ones.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('knows the code of RFC 6238 at %i seconds', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS, digits: 8 }, code, seconds * 1000, 0)).toBe(step)
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, code.slice(2), seconds * 1000, 0)).toBe(step)
    for (const [digits, typed] of [
      [8, code.slice(2)],
      [6, code],
    ] as const)
      expect(stepOf({ seed: SEED, ...OUR_PARAMETERS, digits }, typed, seconds * 1000, 0)).toBeUndefined()
  })

  // RFC 6238 again: another algorithm has a longer seed there.
  it.each([
    ['sha256', '12345678901234567890123456789012', 59, '119246'],
    ['sha512', '1234567890'.repeat(6).concat('1234'), 59, '693936'],
    ['sha256', '12345678901234567890123456789012', 1111111109, '084774'],
  ] as const)('knows the code of an app that was told %s', (algorithm, seed, seconds, code) => {
    const parameters = { seed: Buffer.from(seed), period: 30, algorithm, digits: 6 }
    expect(stepOf(parameters, code, seconds * 1000, 0)).toBe(Math.floor(seconds / 30))
    expect(stepOf({ ...parameters, algorithm: 'sha1' }, code, seconds * 1000, 0)).toBeUndefined()
  })

  it('counts in the period that the app was told', () => {
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS, period: 60 }, hotp(SEED, 1000), 60_000 * 1000, 0)).toBe(1000)
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, hotp(SEED, 1000), 60_000 * 1000, 0)).toBeUndefined()
  })

  it('takes the intervals beside this one, and none further away', () => {
    const now = 1_000_000 * STEP
    for (const [distance, isTaken] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const step = 1_000_000 + distance
      expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, hotp(SEED, step), now, 0), `${distance}`).toBe(isTaken ? step : undefined)
    }
  })

  it('takes no interval twice, and none from before the last', () => {
    const now = 1_000_000 * STEP
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, hotp(SEED, 1_000_000), now, 1_000_000)).toBeUndefined()
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, hotp(SEED, 999_999), now, 1_000_000)).toBeUndefined()
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, hotp(SEED, 1_000_001), now, 1_000_000)).toBe(1_000_001)
  })

  it('reads digits with blanks between them, and nothing else', () => {
    const now = 1_000_000 * STEP
    const code = hotp(SEED, 1_000_000)
    expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, ` ${code.slice(0, 3)} ${code.slice(3)} `, now, 0)).toBe(1_000_000)
    for (const junk of ['', '0', `${code}0`, code.slice(1), 'abcdef', '１２３４５６'])
      expect(stepOf({ seed: SEED, ...OUR_PARAMETERS }, junk, now, 0)).toBeUndefined()
  })
})

it('a seed has twenty random bytes', () => {
  expect([newSeed().length, newSeed().equals(newSeed())]).toEqual([20, false])
})

it('the address to scan names issuer, account, secret and parameters', () => {
  expect(totpUri(SEED, { issuer: 'Acme & Co', account: 'ada+1@example.com' })).toBe(
    'otpauth://totp/Acme%20%26%20Co:ada%2B1%40example.com' +
      '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  )
})

describe('totpParameters', () => {
  it.each([
    [
      { digits: 6, period: 30, algorithm: 'SHA1' },
      { period: 30, algorithm: 'sha1', digits: 6 },
    ],
    [
      { digits: 6, period: 60, algorithm: 'sha-256' },
      { period: 60, algorithm: 'sha256', digits: 6 },
    ],
    [
      { digits: 8, period: 30, algorithm: 'SHA1' },
      { period: 30, algorithm: 'sha1', digits: 8 },
    ],
    [{ digits: 5, period: 30, algorithm: 'SHA1' }, undefined],
    [{ digits: 9, period: 30, algorithm: 'SHA1' }, undefined],
    [{ digits: 6.5, period: 30, algorithm: 'SHA1' }, undefined],
    [{ digits: Number.NaN, period: 30, algorithm: 'SHA1' }, undefined],
    [{ digits: 6, period: 3600, algorithm: 'SHA1' }, undefined],
    [{ digits: 6, period: 0.5, algorithm: 'SHA1' }, undefined],
    [{ digits: 6, period: 30, algorithm: 'MD5' }, undefined],
  ])('of %j are %j', (told, parameters) => {
    expect(totpParameters(told)).toEqual(parameters)
  })
})
