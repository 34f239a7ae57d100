import { describe, expect, it } from 'vitest'
import { formatNamed } from './list.ts'

const read = (row: Readonly<Record<string, string>>) =>
  formatNamed('csv').read(row, { now: 0, config: formatNamed('csv').readConfig(undefined), joined: () => [] })

describe('a row of CSV', () => {
  it('is a person, with what its columns say and no more', () => {
    const row = {
      id: '7',
      email: 'Ada@Example.com',
      name: 'Ada',
      email_verified: 'true',
      created_at: '2024-05-01 12:00:00',
      banned: 'yes',
      ban_reason: 'spam',
      ban_until: '',
      password_scheme: 'bcrypt',
      password_hash: '$2b$10$x',
      'identity.google': '123',
      'identity.github': '',
      'data.plan': 'pro',
    }
    expect(read(row)).toMatchObject({
      ...{ sourceId: '7', email: 'Ada@Example.com', name: 'Ada', isVerified: true, language: undefined },
      createdAt: Date.UTC(2024, 4, 1, 12),
      ban: { reason: 'spam', until: undefined },
      password: { hash: { scheme: 'bcrypt', text: '$2b$10$x' }, form: 'raw' },
      identities: [{ provider: 'google', subject: '123', email: undefined }],
      data: { plan: 'pro' },
      attributes: row,
    })
  })

  it('has a hash of no known kind where its scheme is not named', () => {
    for (const password_scheme of ['', 'rot13', 'toString'])
      expect(read({ email: 'ada@example.com', password_hash: '$2b$10$x', password_scheme })).toMatchObject({
        password: 'unknown',
      })
    expect(read({ email: 'ada@example.com', password_hash: '' })).toMatchObject({ password: undefined })
  })

  it('is verified only where it says so, and nobody without an address', () => {
    for (const email_verified of ['', 'false', '0', 'no', 'maybe'])
      expect(read({ email: 'ada@example.com', email_verified })).toMatchObject({ isVerified: false })
    expect(read({ id: '7' })).toEqual({ reason: 'invalid_email', sourceId: '7' })
  })
})
