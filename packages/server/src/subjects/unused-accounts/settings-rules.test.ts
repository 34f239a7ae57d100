import { describe, expect, it } from 'vitest'
import { load, problems } from '../../../test/support/loaded-config.ts'
import { shell } from '../../../test/support/shell.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  SECRET: 'a secret of more than 32 bytes for the tests',
  DISABLE_ADMIN_TWO_FACTOR: 'true',
}

describe('how long accounts may be unused', () => {
  it('is for ever unless it is set', () => {
    expect(load().unusedAccounts).toEqual({ unverifiedTtl: undefined, inactiveTtl: undefined })
    const off = { UNVERIFIED_ACCOUNT_TTL: 'off', INACTIVE_ACCOUNT_TTL: '0s' }
    expect(load({ env: off }).unusedAccounts).toEqual({ unverifiedTtl: undefined, inactiveTtl: undefined })
  })

  it.each([
    ['INACTIVE_ACCOUNT_TTL', '30d', 'must be longer than 30d, because so long before an account is removed its owner is told'],
    ['INACTIVE_ACCOUNT_TTL', '1h', 'must be longer than 30d, because so long before an account is removed its owner is told'],
    ['INACTIVE_ACCOUNT_TTL', 'soon', 'must be a duration such as 90s, 15m, 24h or 7d, or off'],
    ['UNVERIFIED_ACCOUNT_TTL', '14m', 'must not be shorter than VERIFICATION_CODE_TTL'],
    ['UNVERIFIED_ACCOUNT_TTL', '', 'must be a duration such as 90s, 15m, 24h or 7d, or off'],
  ])('is refused as %s=%s', (name, value, problem) => {
    expect(problems({ env: { [name]: value } })).toEqual([`${name}: ${problem}`])
  })

  it('is taken from just above what the mails need', () => {
    const env = { INACTIVE_ACCOUNT_TTL: '721h', UNVERIFIED_ACCOUNT_TTL: '15m' }
    expect(problems({ env })).toEqual([])
  })

  it('needs a mail sender: nobody could prove a mailbox, or be told', () => {
    expect(problems({ env: { ...PRODUCTION, UNVERIFIED_ACCOUNT_TTL: '30d', INACTIVE_ACCOUNT_TTL: '365d' } })).toEqual([
      'UNVERIFIED_ACCOUNT_TTL: needs a mail sender; set SMTP_URL',
      'INACTIVE_ACCOUNT_TTL: needs a mail sender; set SMTP_URL',
    ])
  })

  it('is warned of where people use accounts without a proof', async () => {
    const on = { UNVERIFIED_ACCOUNT_TTL: '30d' }
    const { err } = await shell(on).latchkey('config', 'check')
    expect(err).toMatch(/^Warning: UNVERIFIED_ACCOUNT_TTL is on and REQUIRE_EMAIL_VERIFICATION is off: /)
    expect((await shell({ ...on, REQUIRE_EMAIL_VERIFICATION: 'true' }).latchkey('config', 'check')).err).toBe('')
  })
})
