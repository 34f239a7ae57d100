import { newId } from '../../src/platform/kernel/ids.ts'
import type { Browser } from './browser.ts'
import type { World } from './world.ts'

export const WEB = {
  name: 'Grafana',
  kind: 'web',
  redirectUris: ['https://grafana.example.com/login/generic_oauth'],
} as const

/** Makes a client as an administrator does, and returns it with its secret. */
export async function clientOf(admin: Pick<Browser, 'post'>, settings: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await admin.post('/admin/clients', { ...WEB, ...settings })
  if (status !== 201) throw new Error(`no client was made: ${JSON.stringify(body)}`)
  return { client: body.client, id: body.client.id as string, secret: body.secret as string }
}

/** As if an application had redeemed a code in the newest session of an account. */
export async function grantTo(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  accountId: string,
  clientId: string,
  scopes = ['openid'],
) {
  const [session] = await sql(`SELECT id FROM sessions WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT 1`, [
    accountId,
  ])
  const id = newId(clock.now())
  await sql(
    `INSERT INTO oidc_grants (id, account_id, client_id, session_id, has_own_session, scopes, created_at, last_used_at)
     VALUES (?, ?, ?, ?, 0, ?, ?, ?)`,
    [id, accountId, clientId, session?.['id'] ?? '', JSON.stringify(scopes), clock.now(), clock.now()],
  )
  return id
}
