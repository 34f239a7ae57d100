import { describe, expect, it } from 'vitest'
import { shell } from '../../test/support/shell.ts'

const APP = 'https://wiki.test'
const env = { PUBLIC_URL: 'https://id.example.com', TRUSTED_PROXIES: '127.0.0.1', FORWARD_AUTH_APPS: APP, PORT: '4321' }

const printed = async (proxy: string, more: Record<string, string> = {}) =>
  (await shell({ ...env, ...more }).latchkey('forward-auth', 'config', proxy, '--app', APP)).out

describe('latchkey forward-auth config', () => {
  it.each(['nginx', 'traefik', 'caddy', 'envoy'])('prints for %s where we listen', async (proxy) => {
    expect(await printed(proxy)).toMatch(/127\.0\.0\.1(:|, port_value: )4321/)
    if (proxy !== 'envoy') expect(await printed(proxy, { HOST: '::1' })).toContain('http://[::1]:4321')
  })

  it('hands us nothing of a request that we do not ask for', async () => {
    expect(await printed('nginx')).toContain('proxy_pass_request_headers off;')
  })

  it('takes away what a client sends under a name that does not come with every answer', async () => {
    expect(await printed('caddy')).toMatch(/request_header -X-Latchkey-Org\n.*forward_auth/)
    expect(await printed('envoy')).toContain('- remove: x-latchkey-org\n')
    expect(await printed('nginx')).toContain('proxy_set_header X-Latchkey-Org $x_latchkey_org;')
    expect(await printed('traefik')).toContain('- X-Latchkey-Org\n')
  })

  it('lets no client write a name with underscores, which many applications take for ours', async () => {
    expect(await printed('caddy')).toContain('request_header -*_*')
    expect(await printed('envoy')).toContain('headers_with_underscores_action: DROP_HEADER')
    const traefik = await printed('traefik', { FORWARD_AUTH_HEADERS: 'remote' })
    for (const name of ['X_Latchkey_User', 'X-Latchkey_User', 'X_Latchkey-User', 'X-Latchkey-Second_Factor', 'Remote_User'])
      expect(traefik).toContain(`${name}: ""`)
    expect(traefik).not.toContain('X-Latchkey-User: ""')
  })
})
