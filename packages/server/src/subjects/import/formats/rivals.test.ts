import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RIVALS, rivalFiles, rivalValues } from '../../../../test/support/rival-files.ts'
import { isForeignMatch, openForeign } from '../../../gate/passwords/foreign/compare-foreign.ts'
import { encodeForeign } from '../../../gate/passwords/foreign/encode-foreign.ts'
import type { ImportedRecord, Refusal } from '../imported-record.ts'
import { FORMAT_NAMES } from './list.ts'

/** Each person of a file in a line. */
const EXPECTED: Readonly<Record<string, string>> = {
  'better-auth.sql': `
07TMyewtqV5tdNl8FzUX4SIqAo1bzqRZ: not_a_person
57K9LBRXXY6Hy1nKfIRMgmQuJqRhZcGL: bob@example.com | Bob | scrypt in nfkc | github 4242 | banned spam | 2026-11-19T11:05:32.768Z
E0yzcIfpQSkY0J3Egn3xneYLScguqGMs: joe@example.com | Joe | scrypt in nfkc | administrator | 2026-11-19T11:05:33.609Z
NKZdmdRIV9aOZy0Ftnv9JIpmxcS4i9BM: ada@example.com | verified | Ada Lovelace | scrypt in nfkc | SHA1 of 32 bytes, 6 digits, 30 s | 10 codes | 2026-11-19T11:05:31.268Z
`,
  'lucia.ndjson': `
u1: ada@example.com | verified | Ada Lovelace | scrypt in nfkc | 2024-05-01T12:00:00.000Z
u2: bob@example.com | scrypt in nfkc | github 4242
u3: cy@example.com | verified | scrypt in nfkc | google 1234567890
u4: dee@example.com | unknown hash
`,
  'auth0-users.ndjson': `
auth0|5dea9f9c82dd7c0e76e4ec93: ada@example.com | verified | Ada Lovelace | bcrypt in raw | 2019-12-06T18:36:12.412Z
google-oauth2|103547991597142817347: bob@example.com | verified | google-oauth2 103547991597142817347 | banned | 2020-01-02T03:04:05.000Z
auth0|euclid: cy@example.com | bcrypt in raw | asks for more | 2021-01-02T03:04:05.000Z
sms|5dea9f9c82dd7c0e76e4ec94: invalid_email
`,
  'firebase.json': `
fb1: ada@example.com | verified | Ada Lovelace | firebase-scrypt in raw | google.com 1234567890 | 2024-05-01T12:00:00.000Z
fb2: bob@example.com | Bob | asks for more | banned | 2024-05-01T12:00:00.000Z
fb3: not_a_person
fb4: invalid_email
fb5: eve@example.com | verified | unknown hash | 2024-05-01T12:00:00.000Z
`,
  'supabase.ndjson': `
6f1c1a0e-0000-4000-8000-000000000001: ada@example.com | verified | Ada Lovelace | bcrypt in raw | github 4242 | SHA1 of 20 bytes, 6 digits, 30 s | 2024-05-01T12:00:00.000Z
6f1c1a0e-0000-4000-8000-000000000002: bob@example.com | argon2 in raw | asks for more | banned 2999-01-01T00:00:00.000Z | 2024-05-01T12:00:00.000Z
6f1c1a0e-0000-4000-8000-000000000003: not_a_person
6f1c1a0e-0000-4000-8000-000000000004: deleted_at_source
6f1c1a0e-0000-4000-8000-000000000005: eve@example.com | firebase-scrypt in raw
`,
  'keycloak.json': `
0bc222bc-2673-4150-8751-4a2247e2983c: ada@example.com | verified | Ada Lovelace | de | pbkdf2 in raw | github 4242 | SHA256 of 20 bytes, 6 digits, 30 s | 2024-05-01T12:00:00.000Z
0bc222bc-2673-4150-8751-4a2247e2983d: bob@example.com | argon2 in raw | 1 passkeys | asks for a passkey | banned | 2024-05-01T12:00:00.000Z
0bc222bc-2673-4150-8751-4a2247e2983e: not_a_person
0bc222bc-2673-4150-8751-4a2247e2983f: cy@example.com | verified | pbkdf2 in raw
0bc222bc-2673-4150-8751-4a2247e29840: dee@example.com | verified | unknown hash | asks for more
`,
  'kratos.ndjson': `
9f425a8d-7efc-4768-8f23-7647a74fdf13: ada@example.com | verified | Ada Lovelace | pbkdf2 in raw | github 4242 | SHA1 of 20 bytes, 6 digits, 30 s | 1 codes | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf14: bob@example.com | Ada Lovelace | digest in raw | banned | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf15: cy@example.com | Ada Lovelace | hmac in raw | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf16: dee@example.com | Ada Lovelace | digest in raw | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf17: eve@example.com | Ada Lovelace | scrypt in raw | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf18: fay@example.com | Ada Lovelace | argon2 in raw | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf19: gus@example.com | Ada Lovelace | digest in raw | 2024-05-01T12:00:00.000Z
9f425a8d-7efc-4768-8f23-7647a74fdf20: hal@example.com | Ada Lovelace | unknown hash | 2024-05-01T12:00:00.000Z
`,
  'clerk.csv': `
user_1: ada@example.com | verified | Ada Lovelace | bcrypt in raw | google 1234567890 | SHA1 of 20 bytes, 6 digits, 30 s | 2024-05-01T12:00:00.000Z
user_2: bob@example.com | bcrypt in raw | asks for more | banned | 2024-05-01T12:00:00.000Z
user_3: cy@example.com | verified | digest in raw
user_4: dee@example.com | unknown hash
`,
  'cognito.json': `
3c1d0000-0000-4000-8000-000000000001: ada@example.com | verified | Ada Lovelace | 2024-05-01T12:00:00.000Z
3c1d0000-0000-4000-8000-000000000002: bob@example.com | Google 1234567890 | asks for more | banned | 2024-05-01T12:00:00.123Z
3c1d0000-0000-4000-8000-000000000003: deleted_at_source
`,
  'django.json': `
1: pbkdf2.sha256@example.com | verified | Ada Lovelace | pbkdf2 in raw | google 1234567890 | SHA1 of 20 bytes, 6 digits, 30 s | administrator | 2024-05-01T12:00:00.000Z
2: pbkdf2.sha1@example.com | pbkdf2 in raw | 2024-05-01T12:00:00.000Z
3: argon2@example.com | argon2 in raw | 2024-05-01T12:00:00.000Z
4: bcrypt.sha256@example.com | bcrypt in sha256-hex | 2024-05-01T12:00:00.000Z
5: bcrypt@example.com | bcrypt in raw | 2024-05-01T12:00:00.000Z
6: sha1@example.com | digest in raw | 2024-05-01T12:00:00.000Z
7: md5@example.com | digest in raw | 2024-05-01T12:00:00.000Z
8: unsalted.md5@example.com | digest in raw | 2024-05-01T12:00:00.000Z
9: none@example.com | banned | 2024-05-01T12:00:00.000Z
`,
  'wordpress.json': `
1: ada@example.com | Ada Lovelace | de | phpass in wordpress | SHA1 of 20 bytes, 6 digits, 30 s | administrator | 2024-05-01T12:00:00.000Z
2: bob@example.com | bob | wordpress-bcrypt in wordpress | 2024-05-01T12:00:00.000Z
3: cy@example.com | cy | digest in wordpress | banned spam | 2024-05-01T12:00:00.000Z
4: deleted_at_source
`,
  'laravel.ndjson': `
1: ada@example.com | verified | Ada Lovelace | bcrypt in raw | SHA1 of 10 bytes, 6 digits, 30 s | 2 codes | 2024-05-01T12:00:00.000Z
2: bob@example.com | Bob | bcrypt in raw | github 4242 | 2024-05-01T12:00:00.000Z
3: deleted_at_source
`,
  'devise.ndjson': `
1: ada@example.com | verified | Ada Lovelace | bcrypt in raw | SHA1 of 20 bytes, 6 digits, 30 s | 2024-05-01T12:00:00.000Z
2: bob@example.com | bcrypt in raw | github 4242 | asks for more | banned locked | 2024-05-01T12:00:00.000Z
3: cy@example.com | verified | google_oauth2 1234567890 | 2024-05-01T12:00:00.000Z
`,
  'aspnet.ndjson': `
a1: ada@example.com | verified | pbkdf2 in raw | Google 1234567890 | SHA1 of 20 bytes, 6 digits, 30 s | 2 codes
a2: bob@example.com | pbkdf2 in raw | asks for more | banned locked out
a3: cy@example.com | verified
`,
  'pocketbase.sql': `
abcdefghijklmn1: ada@example.com | verified | Ada Lovelace | bcrypt in raw | mails codes | 2024-05-01T12:00:00.000Z
abcdefghijklmn2: bob@example.com | github 4242 | mails codes | 2024-05-01T12:00:00.000Z
`,
  'passport-mongoose.ndjson': `
5dea9f9c82dd7c0e76e4ec93: ada@example.com | pbkdf2 in raw | 2024-05-01T12:00:00.000Z
5dea9f9c82dd7c0e76e4ec94: bob@example.com | bcrypt in raw | google 1234567890
`,
  'passport-sequelize.ndjson': `
1: ada@example.com | verified | pbkdf2 in raw | 2024-05-01T12:00:00.000Z
`,
  'authjs.ndjson': `
cl1: ada@example.com | verified | Ada Lovelace | google 1234567890 | 1 passkeys
cl2: bob@example.com
`,
}

const files = rivalFiles.filter(({ part }) => !part)

/** What is said of a person, in a line. */
function lineOf(record: ImportedRecord | Refusal): string {
  if ('reason' in record) return `${record.sourceId}: ${record.reason}`
  const { password, totp, ban } = record
  const parts = [
    `${record.sourceId}: ${record.email}`,
    record.isVerified && 'verified',
    record.name,
    record.language,
    password && (password === 'unknown' ? 'unknown hash' : [password.hash.scheme, password.form].join(' in ')),
    ...record.identities.map(({ provider, subject }) => `${provider} ${subject}`),
    totp && `${totp.algorithm} of ${totp.secret.length} bytes, ${totp.digits} digits, ${totp.period} s`,
    record.recoveryCodes.length > 0 && `${record.recoveryCodes.length} codes`,
    record.passkeys.length > 0 && `${record.passkeys.length} passkeys`,
    record.hasPasskeyFactor && 'asks for a passkey',
    record.hasMailedFactor && 'mails codes',
    record.hasUnsupportedFactor && 'asks for more',
    ban && ['banned', ban.reason, ban.until && new Date(ban.until).toISOString()].filter(Boolean).join(' '),
    record.isAdministrator && 'administrator',
    record.createdAt && new Date(record.createdAt).toISOString(),
  ]
  return parts.filter(Boolean).join(' | ')
}

it('every file says who has made it, and every other format has one', () => {
  expect(readdirSync(RIVALS).sort()).toEqual([...rivalFiles.map(({ name }) => name), 'index.json'].sort())
  expect(rivalFiles.filter(({ madeBy, source }) => !/^(?:documentation|\S.* \d+\.\d+\.\d+)$/.test(madeBy) || !source)).toEqual([])
  const others = FORMAT_NAMES.filter((name) => !['csv', 'latchkey'].includes(name))
  expect([...new Set(files.map(({ from }) => from))].sort()).toEqual([...others].sort())
})

describe.each(files)('$name, of $from, made by $madeBy', (file) => {
  const { values, read } = rivalValues(file)

  it('is read as what the rival says', () => {
    expect(`\n${values.map((value) => lineOf(read(value))).join('\n')}\n`).toBe(EXPECTED[file.name])
  })

  it('has passwords that are compared as the rival compares them', async () => {
    let secret: Buffer | undefined
    const keyIdOf = (given: Buffer): string => {
      secret = given
      return 'a-key'
    }
    for (const record of values.map((value) => read(value))) {
      if ('reason' in record || record.password === undefined || record.password === 'unknown') continue
      secret = undefined
      const encoded = encodeForeign(record.password.hash, record.password.form, { now: 0, keyIdOf })
      if (!encoded.ok) throw new Error(`${record.sourceId}: ${encoded.reason}`)
      const stored = openForeign(encoded.text)
      if ('problem' in stored) throw new Error(`${record.sourceId}: ${stored.problem}`)
      const isRight = await isForeignMatch(stored, file.password, secret)
      const isWrongRight = await isForeignMatch(stored, `${file.password}!`, secret)
      expect({ sourceId: record.sourceId, isRight, isWrongRight }).toEqual({
        sourceId: record.sourceId,
        isRight: true,
        isWrongRight: false,
      })
    }
  })
})
