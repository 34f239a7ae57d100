import { idOf } from './administered.ts'
import { enrolled, madePasskey } from './enrolled.ts'
import { giveForeign, PEPPERED } from './foreign-accounts.ts'
import { organised } from './organised.ts'

/** As it is for a command, which has no clock that is moved. */
const BEGINNING = Date.parse('2026-01-05T10:00:00Z')

const FIELDS = {
  plan: { type: 'choice', choices: ['free', 'pro'], access: 'app' },
  note: { type: 'text', access: 'private', searchable: true },
  names: { type: 'list', access: 'owner' },
}

const CORP = 'https://corp.example.com'

/** Of services that all have the same configuration. */
export const PEOPLED_ENV = {
  ORGANISATIONS: 'true',
  DATA_FIELDS: JSON.stringify(FIELDS),
  DATA_ORG_FIELDS: JSON.stringify({ plan: FIELDS.plan }),
  OAUTH_CORP_ISSUER: CORP,
  OAUTH_CORP_CLIENT_ID: 'latchkey',
  OAUTH_CORP_CLIENT_SECRET: 'a secret of a client',
}

/** A service with accounts that have everything which one can have, and organisations. */
export async function peopled() {
  const here = await organised(PEOPLED_ENV)
  here.clock.set(BEGINNING - here.clock.now())
  const { sql, signedUp, join, invite } = here
  const [owner, member] = [await join('olga'), await join('oscar')]
  const { body: org } = await owner.browser.post('/auth/orgs', { name: 'Acme', slug: 'acme' })
  await invite(owner.browser, org.id, member, 'member')
  const app = await enrolled(here, 'tess@example.com')
  await (await app.gated()).verify({ code: app.recoveryCodes[9], method: 'recovery' })
  const pat = await signedUp('pat@example.com')
  await (await madePasskey(pat)).add()
  const patId = await idOf(pat)
  await sql(`UPDATE accounts SET passkey_gate_at = ?, two_factor_enabled_at = ? WHERE id = ?`, [BEGINNING, BEGINNING, patId])
  await signedUp('wren@example.com')
  await giveForeign(here, 'wren@example.com', PEPPERED, { isWrapped: true })
  const ids = Object.fromEntries(
    (await sql(`SELECT email, id FROM accounts`)).map((row) => [String(row['email']), String(row['id'])]),
  )
  const { 'wren@example.com': wren = '', 'oscar@example.com': oscar = '' } = ids
  await sql(
    `INSERT INTO identities (issuer, subject, provider, account_id, email, vouched_email, created_at, used_at) VALUES (?, 'w-1', 'corp', ?, 'w@example.com', 'w@example.com', ?, ?)`,
    [CORP, wren, BEGINNING + 1, BEGINNING + 2],
  )
  await sql(
    `INSERT INTO account_origins (account_id, source, source_id, run_id, created_at) VALUES (?, 'keycloak', 'kc-7', 'run', ?)`,
    [wren, BEGINNING],
  )
  await sql(
    `UPDATE accounts SET banned_at = ?, ban_reason = 'spam', language = 'de', name = '=1+1', data = ?, data_updated_at = ?, last_active_at = ? WHERE id = ?`,
    [BEGINNING + 3, JSON.stringify({ plan: 'pro', note: '@sum', names: ['a', 'b'] }), BEGINNING + 4, BEGINNING + 5, wren],
  )
  await sql(`UPDATE accounts SET role = 'admin', admin_scopes = 'users:read orgs:read', password_hash = NULL WHERE id = ?`, [
    oscar,
  ])
  await sql(`UPDATE organisations SET data = '{"plan":"free"}', data_updated_at = ?`, [BEGINNING + 6])
  return { ...here, ids, app }
}
