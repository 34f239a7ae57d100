import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shell } from '../../test/support/shell.ts'

it('latchkey dev refuses to run in production, and makes no database there', async () => {
  const { latchkey, database } = shell({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SMTP_URL: 'smtp://127.0.0.1:1' },
    SECRET: 'a secret for tests, 32 bytes and more',
  })
  const { code, err } = await latchkey('dev', '--seed')
  expect([code, err]).toEqual([1, expect.stringContaining('NODE_ENV is production')])
  expect(existsSync(database)).toBe(false)
})
