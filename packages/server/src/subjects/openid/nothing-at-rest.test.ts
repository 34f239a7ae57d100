import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { administered } from '../../../test/support/administered.ts'
import { postForm, userinfoOf } from '../../../test/support/application.ts'
import { asked, CALLBACK, locationOf, told, VERIFIER } from '../../../test/support/authorizing.ts'
import { clientOf } from '../../../test/support/clients.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { openid } from './index.ts'
import { DEVICE_GRANT } from './steps/person-grants.ts'

type Here = Awaited<ReturnType<typeof administered>>

/** Answers what was handed out, without the prefixes that say what it is. */
async function byCode(here: Here): Promise<readonly string[]> {
  const { id, secret } = await clientOf(here.root, { redirectUris: [CALLBACK], mayStay: true })
  const { body: rotated } = await here.root.post(`/admin/clients/${id}/secrets`)
  const asking = asked({ client_id: id, scope: 'openid email offline_access' })
  const page = { headers: { accept: 'text/html' } }
  const [request = ''] = /[\w-]{43}/.exec(locationOf(await here.browser().get(asking, page))) ?? []
  const { code = '' } = told(locationOf(await here.ada.get(asking, page)))
  const post = (route: string, form: Readonly<Record<string, string>>) =>
    postForm(here, `/oidc/${route}`, { client_id: id, client_secret: secret, ...form })
  const redeeming = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  await post('token', { ...redeeming, client_secret: rotated.secret, redirect_uri: `${CALLBACK}/` })
  await post('token', { ...redeeming, client_secret: `${secret}x` })
  const { body: first } = await post('token', redeeming)
  const { body: next } = await post('token', { grant_type: 'refresh_token', refresh_token: first.refresh_token })
  expect((await userinfoOf(here, next.access_token)).status).toBe(200)
  for (const route of ['userinfo', 'authorize', 'end-session', 'continue'])
    await here.browser().get(`/oidc/${route}?access_token=${next.access_token}&code=${code}&request=${request}`, page)
  await postForm(here, `/oidc/token?code=${code}`, redeeming)
  for (const token of [first.access_token, next.refresh_token]) await post('introspect', { token })
  await here.ada.get(`/oidc/end-session?id_token_hint=${next.id_token}`, page)
  await post('revoke', { token: next.access_token })
  expect((await post('token', redeeming)).body.error).toBe('invalid_grant')
  const prefixed = [secret, rotated.secret, first.access_token, first.refresh_token, next.access_token, next.refresh_token]
  const signatures = [first.id_token, next.id_token].map((token: string) => token.split('.')[2] ?? '')
  return [request, code, ...prefixed.map((one: string) => one.slice('lks_'.length)), ...signatures]
}

async function byDevice(here: Here): Promise<readonly string[]> {
  const { id } = await clientOf(here.root, { name: 'Television', kind: 'native', redirectUris: [], hasDeviceFlow: true })
  const { body } = await postForm(here, '/oidc/device', { client_id: id })
  const visitor = new PageVisitor(here.root)
  await visitor.open(`/device?user_code=${body.user_code}`)
  await visitor.submit('claim', { code: body.user_code })
  const asking = { client_id: id, grant_type: DEVICE_GRANT, device_code: body.device_code }
  expect((await postForm(here, '/oidc/token', asking)).body.error).toBe('authorization_pending')
  return [body.device_code, body.user_code, body.user_code.replace('-', '')]
}

it('what applications and devices hold is neither in the tables, nor in their files, nor in the log', async () => {
  const here = await administered({ LOG_LEVEL: 'debug' })
  const secrets = [...(await byCode(here)), ...(await byDevice(here))]
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([])
  const tables = [...openid.tables.map(({ name }) => name), 'audit_events', 'sessions', 'limits', 'outbox']
  const rows = JSON.stringify(await Promise.all(tables.map((table) => here.sql(`SELECT * FROM ${table}`))))
  for (const there of ['oidc.code.reuse_detected', 'Television', CALLBACK]) expect(rows).toContain(there)
  const { directory } = here.database
  const files =
    inject('engine') === 'sqlite' ? readdirSync(directory).map((file) => readFileSync(path.join(directory, file), 'latin1')) : []
  for (const [place, text] of Object.entries({ rows, files: files.join('\n'), log: here.logged() }))
    expect(
      secrets.filter((secret) => text.includes(secret)),
      place,
    ).toEqual([])
})
