import { expect, it } from 'vitest'
import { authorizing, EMAIL } from '../../../../test/support/authorizing.ts'
import { authorizationCodesIn } from './codes.ts'

it('keeps so many codes of an account, the newest, and all of others', async () => {
  const { depsFor, signedUp, begin, sql } = await authorizing()
  await begin(await signedUp('bob@example.com'))
  await begin(await signedUp(EMAIL))
  const [row = {}] = await sql(
    `SELECT c.account_id, c.session_id FROM oidc_codes c JOIN accounts a ON a.id = c.account_id WHERE a.email = ?`,
    [EMAIL],
  )
  const code = {
    clientId: 'wiki',
    accountId: String(row['account_id']),
    browser: undefined,
    sessionId: String(row['session_id']),
    redirectUri: 'x',
  }
  const rest = { challenge: undefined, nonce: undefined, audience: undefined, scopes: [], proof: { at: 1, amr: [], acr: '' } }
  const codes = authorizationCodesIn(depsFor().store)
  for (let n = 1; n <= 500; n++)
    await codes.add({ ...code, ...rest, hash: `${n}`, createdAt: 1_893_456_000_000 + n, expiresAt: 1_893_456_060_000 })
  const kept = await sql(`SELECT hash FROM oidc_codes WHERE account_id = ? ORDER BY created_at`, [code.accountId])
  expect([kept.length, kept[0]]).toEqual([500, { hash: '1' }])
  expect(await sql(`SELECT hash FROM oidc_codes`)).toHaveLength(501)
})
