import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changed, placesIn } from '../../../../test/support/places.ts'
import { rivalFiles, rivalValues } from '../../../../test/support/rival-files.ts'
import { encodeForeign } from '../../../gate/passwords/foreign/encode-foreign.ts'
import type { ImportedRecord, Refusal } from '../imported-record.ts'
import { FORMAT_NAMES, formatNamed } from './list.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { value }
  return value
}

/** What no rival writes, and somebody else may. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    [],
    {},
    '',
    '\0',
    '\ud800',
    '$',
    '$$$$$$',
    '[[[[',
    '{"__proto__":{"a":1}}',
    nested(2000),
  ),
  fc.constantFrom<unknown>(
    Number.NaN,
    Infinity,
    -1,
    0.5,
    1e308,
    2 ** 53,
    '1e999',
    '9'.repeat(400),
    '-8640000000000001',
    'a'.repeat(60_000),
  ),
  fc.constantFrom<unknown>(
    '$2b$99$',
    '$argon2id$v=19$m=4294967296,t=1,p=1$AAAA$AAAA',
    'scrypt$-1$a$b$c$AAAA',
    '$sha256$pf=e1N9$AA==$AAAA',
    '{SSHA}',
    'AQ==',
  ),
  fc.constantFrom<unknown>('otpauth://totp/%', 'otpauth://totp/a?secret=!', '0000-00-00 00:00:00', '99999-01-01'),
  fc.constant(JSON.parse('{"__proto__": {"isVerified": true}, "constructor": 1, "toString": null}') as unknown),
  fc.anything({ withNullPrototype: true, withBigInt: true, maxDepth: 3 }),
)

const isTextOr = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isTimeOr = (value: number | undefined): boolean => value === undefined || !Number.isNaN(new Date(value).getTime())

/** Of its shape, so that nothing behind it meets what it was not made for. */
function expectWhole(record: ImportedRecord | Refusal): void {
  if ('reason' in record) {
    expect([record.sourceId, record.email].every(isTextOr)).toBe(true)
    return
  }
  const { password, totp, ban } = record
  expect([typeof record.sourceId, typeof record.email, typeof record.isVerified]).toEqual(['string', 'string', 'boolean'])
  expect([record.name, record.language, ban?.reason, ...record.identities.map(({ email }) => email)].every(isTextOr)).toBe(true)
  expect([record.createdAt, ban?.until].every(isTimeOr)).toBe(true)
  expect(record.identities.every((one) => typeof one.provider === 'string' && typeof one.subject === 'string')).toBe(true)
  expect([...record.recoveryCodes, ...record.passkeys.flatMap(({ transports }) => transports)].every(isTextOr)).toBe(true)
  expect(totp === undefined || (Buffer.isBuffer(totp.secret) && typeof totp.algorithm === 'string')).toBe(true)
  expect(record.passkeys.every((one) => Buffer.isBuffer(one.credentialId) && Number.isFinite(one.counter))).toBe(true)
  if (password && password !== 'unknown') encodeForeign(password.hash, password.form, { now: 0, keyIdOf: () => 'a-key' })
}

describe.each(rivalFiles.filter(({ part }) => !part))('$name with hostile values', (file) => {
  const { values, others, read } = rivalValues(file)

  it('is read or refused, and throws nothing', () => {
    const places = [...values, ...others].flatMap((value, at) => placesIn(value).map((steps) => ({ at, steps })))
    fc.assert(
      fc.property(fc.constantFrom(...places), hostile, ({ at, steps }, to) => {
        const all = [...values, ...others].map((value, index) => (index === at ? changed(value, steps, to) : value))
        for (const value of all.slice(0, values.length)) expectWhole(read(value, all.slice(values.length)))
      }),
      { numRuns: 300 },
    )
    expect(({} as Record<string, unknown>)['isVerified']).toBeUndefined()
  })
})

it('what is no record at all is refused by every format', () => {
  const context = { now: 0, config: undefined, joined: () => [] }
  for (const name of FORMAT_NAMES)
    for (const value of [null, undefined, 7, 'text', [], [[]]]) {
      const { read, readConfig } = formatNamed(name)
      expect(read(value, { ...context, config: readConfig(undefined) })).toEqual({ reason: 'not_json' })
    }
})
