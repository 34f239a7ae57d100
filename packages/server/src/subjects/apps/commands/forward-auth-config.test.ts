import { describe, expect, it } from 'vitest'
import { shell } from '../../../../test/support/shell.ts'

const APP = 'https://wiki.test'
const env = { PUBLIC_URL: 'https://id.example.com', TRUSTED_PROXIES: '127.0.0.1', FORWARD_AUTH_APPS: APP, PORT: '4321' }

const printed = async (proxy: string, more: Record<string, string> = {}) =>
  (await shell({ ...env, ...more }).latchkey('forward-auth', 'config', proxy, '--app', APP)).out

describe('latchkey forward-auth config', () => {
  it.each(['nginx', 'traefik', 'caddy', 'envoy'])('prints for %s where we listen', async (proxy) => {
    expect(await printed(proxy)).toMatch(/127\.0\.0\.1(:|, port_value: )4321/)
    if (proxy !== 'envoy') expect(await printed(proxy, { HOST: '::1' })).toContain('http://[::1]:4321')
  })

  it('passes the paths of Latchkey on, where the application has the rest of the same host', async () => {
    const beside = { PUBLIC_URL: APP, BASE_PATH: '/id' }
    const paths = ['/id', '/auth', '/.well-known/change-password', '/.well-known/webauthn', '/.well-known/passkey-endpoints']
    const [, nginx = ''] = /beside the application\.\n *location ~ (\S+) \{/.exec(await printed('nginx', beside)) ?? []
    const [, caddy = ''] = /matches\("(.*)"\)/.exec(await printed('caddy', beside)) ?? []
    for (const pattern of [nginx, caddy].map((text) => new RegExp(text))) {
      for (const path of paths)
        expect([pattern.test(path), pattern.test(`${path}/x`), pattern.test(`${path}x`)]).toEqual([true, true, false])
      for (const path of ['/', '/docs', '/.well-known/x', '/x/id/']) expect([path, pattern.test(path)]).toEqual([path, false])
    }
    const [traefik, envoy] = [await printed('traefik', beside), await printed('envoy', beside)]
    for (const path of paths) {
      expect(traefik).toContain(`Path(\`${path}\`) || PathPrefix(\`${path}/\`)`)
      expect(envoy).toContain(`- match: { path_separated_prefix: ${path} }\n`)
    }
  })

  it.each(['nginx', 'traefik', 'caddy', 'envoy'])('prints for %s where we are asked, if /auth has moved', async (proxy) => {
    const moved = await printed(proxy, { PUBLIC_URL: APP, BASE_PATH: '/id', BASE_PATH_AUTH: 'true' })
    expect(moved).toContain('/id/auth/forward')
    expect(moved).not.toMatch(/(?<!\/id)\/auth/)
  })

  it('prints nothing for the same host without a path of our own', async () => {
    const { err } = await shell({ ...env, PUBLIC_URL: APP }).latchkey('forward-auth', 'config', 'nginx', '--app', APP)
    expect(err).toContain('set BASE_PATH')
  })

  it('opens no tunnel for requests that are not checked', async () => {
    expect(await printed('nginx')).toContain('proxy_set_header Upgrade $latchkey_upgrade;')
    expect(await printed('caddy')).toContain('request_header @tunnel -Upgrade')
    const open = await shell(env).latchkey('forward-auth', 'config', 'traefik', '--app', APP, '--public', '/about')
    expect(open.out.match(/rule: (?:(?!\.latchkey).)*$/gm)?.every((rule) => rule.includes('!HeaderRegexp(`Upgrade`'))).toBe(true)
    expect(await printed('envoy')).toContain('upgrade_type: websocket')
  })

  it('hands us nothing of a request that we do not ask for', async () => {
    expect(await printed('nginx')).toContain('proxy_pass_request_headers off;')
  })

  it('takes away what a client sends under a name that does not come with every answer', async () => {
    expect(await printed('caddy')).toMatch(/request_header -X-Latchkey-Org\n.*forward_auth/)
    expect(await printed('envoy')).toContain('- remove: x-latchkey-org\n')
    expect(await printed('nginx')).toContain('proxy_set_header X-Latchkey-Org $latchkey_org;')
    expect(await printed('traefik')).toContain('- X-Latchkey-Org\n')
  })

  const REMOTE = ['Remote-User', 'Remote-Email', 'Remote-Name', 'Remote-Groups']

  it('takes away what a client sends under the names that many applications know, where we do not send them', async () => {
    const [nginx, traefik, caddy, envoy] = [
      await printed('nginx'),
      await printed('traefik'),
      await printed('caddy'),
      await printed('envoy'),
    ]
    for (const name of REMOTE) {
      expect(nginx).toContain(`proxy_set_header ${name} "";`)
      expect(traefik).toContain(`          ${name}: ""`)
      expect(traefik).toContain(`          ${name.replace('-', '_')}: ""`)
      expect(caddy).toContain(`request_header -${name}\n`)
      expect(envoy).toContain(`- remove: ${name.toLowerCase()}\n`)
      for (const text of [caddy, envoy, traefik]) expect(text).not.toMatch(new RegExp(`^\\s*(- (exact: )?)?${name}$`, 'im'))
    }
  })

  it('replaces them where we do, under variables that are not those of nginx itself', async () => {
    const remote = { FORWARD_AUTH_HEADERS: 'remote' }
    const nginx = await printed('nginx', remote)
    for (const name of REMOTE) {
      const variable = `$latchkey_${name.toLowerCase().replace('-', '_')}`
      expect(nginx).toContain(`auth_request_set ${variable} $upstream_http_${name.toLowerCase().replace('-', '_')};`)
      expect(nginx).toContain(`proxy_set_header ${name} ${variable};`)
      expect(await printed('traefik', remote)).not.toContain(`${name}: ""`)
      expect(await printed('caddy', remote)).not.toContain(`request_header -${name}\n`)
      expect(await printed('envoy', remote)).not.toContain(`- remove: ${name.toLowerCase()}\n`)
    }
  })

  it('passes on below our path what lies there as the proxy understands it, and nothing that only passes through', async () => {
    const nginx = await printed('nginx')
    expect(nginx).toContain('proxy_pass http://127.0.0.1:4321/.latchkey/;')
    for (const name of ['X-Original-URL', 'X-Original-Method', 'X-Forwarded-Uri', 'X-Forwarded-Method'])
      expect(nginx.slice(nginx.indexOf('location /.latchkey/'))).toContain(`proxy_set_header ${name} "";`)
    expect(await printed('caddy')).toContain('@latchkey expression {path}.startsWith("/.latchkey/")\n\thandle @latchkey {')
    expect(await printed('envoy')).toContain('normalize_path: true')
  })

  const OPEN = ['--public', '/about', '--public', '/static/,/v1.0/health']
  const opened = async (proxy: string) => (await shell(env).latchkey('forward-auth', 'config', proxy, '--app', APP, ...OPEN)).out

  it('passes public paths on without a question, and without a name that a client claims', async () => {
    const [nginx, traefik, caddy, envoy] = [
      await opened('nginx'),
      await opened('traefik'),
      await opened('caddy'),
      await opened('envoy'),
    ]
    for (const location of ['= /about', '/static/', '= /v1.0/health']) {
      const [, part = ''] = new RegExp(`location ${location} {(.*?)\\n  }`, 's').exec(nginx) ?? []
      expect(part).toContain(`proxy_pass http://127.0.0.1:8000${location.replace('= ', '')};`)
      expect(part).not.toContain('auth_request')
      for (const name of ['X-Latchkey-User', 'X-Latchkey-Org', 'Remote-User'])
        expect(part).toContain(`proxy_set_header ${name} "";`)
    }
    const pattern = '/about|/static/[A-Za-z0-9._~/-]*|/v1[.]0/health'
    expect(traefik).toContain(`PathRegexp(\`^(${pattern})$\`)`)
    expect(traefik.slice(traefik.indexOf('latchkey-nobody:'))).toContain('          X-Latchkey-User: ""\n')
    expect(caddy).toContain(`@public expression {path}.matches("^(${pattern})$")`)
    expect(caddy.slice(caddy.indexOf('handle @public'))).toMatch(/^[^}]*request_header -X-Latchkey-User\n[^}]*reverse_proxy/)
    expect(envoy).toContain(`regex: "${pattern}"`)
    expect(envoy).toMatch(/request_headers_to_remove: \[x-latchkey-user, .*\]\n.*\n.*ext_authz:\n.*\n\s*disabled: true/)
    for (const proxy of ['nginx', 'traefik', 'caddy', 'envoy']) expect(await printed(proxy)).not.toMatch(/public|nobody|may see/)
  })

  it.each(['about', '/', '/a b', '/a"', '/a{b}', '/a;b', '/a/../b', '/a//b', '/.latchkey/', '/a$x', '/%2e', '', '/a\nb', '/*'])(
    'opens no path that is none, all or ours: %j',
    async (path) => {
      const { code, err, out } = await shell(env).latchkey('forward-auth', 'config', 'nginx', '--app', APP, '--public', path)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('--public')
    },
  )

  it('leads to us below our path also where browsers send our own cookies', async () => {
    for (const proxy of ['nginx', 'traefik', 'caddy', 'envoy'])
      expect(await printed(proxy, { COOKIE_DOMAIN: 'example.com', PUBLIC_URL: 'https://id.example.com' }), proxy).toContain(
        '/.latchkey/',
      )
  })

  it('tells us the address of the visitor, by whom those are counted who show a session that is none', async () => {
    expect(await printed('nginx')).toMatch(/auth\/forward;[^}]*proxy_set_header X-Forwarded-For \$remote_addr;/)
    expect(await printed('envoy')).toContain('- exact: x-forwarded-for\n')
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

describe('the headers of declared fields', () => {
  const DATA_FIELDS = JSON.stringify({ planName: { type: 'text', inHeaders: true }, other: { type: 'text' } })

  it('are passed on, and taken away from what a client sends, since they may be empty', async () => {
    const more = { DATA_FIELDS }
    expect(await printed('caddy', more)).toMatch(/request_header -X-Latchkey-Data-PlanName\n.*forward_auth/s)
    expect(await printed('envoy', more)).toContain('- remove: x-latchkey-data-planname\n')
    expect(await printed('nginx', more)).toContain('proxy_set_header X-Latchkey-Data-PlanName $latchkey_data_planname;')
    expect(await printed('traefik', more)).toContain('- X-Latchkey-Data-PlanName\n')
    for (const proxy of ['nginx', 'caddy', 'envoy', 'traefik']) expect(await printed(proxy, more)).not.toMatch(/data-other/i)
  })
})
