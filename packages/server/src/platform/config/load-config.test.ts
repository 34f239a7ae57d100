import '../../subjects/index.ts'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { directory, load, problems, SECRET } from '../../../test/support/loaded-config.ts'
import { settings } from './schema.ts'

describe('the value of a setting', () => {
  const file = { 'latchkey.config.json': { server: { port: 1001 } } }

  it('is the default when nobody gave one', () => {
    expect(load().server.port).toBe(3000)
  })

  it('comes from the file over the default', () => {
    expect(load({ cwd: directory(file) }).server.port).toBe(1001)
  })

  it('comes from .env over the file', () => {
    expect(load({ cwd: directory({ ...file, '.env': 'PORT=1002\n' }) }).server.port).toBe(1002)
  })

  it('comes from the environment over .env', () => {
    const cwd = directory({ ...file, '.env': '# the port\nPORT="1002"\nAPP_NAME=Acme\n' })
    expect(load({ cwd, env: { PORT: '1003' } }).server).toMatchObject({ port: 1003, appName: 'Acme' })
  })

  it('comes from a flag over everything', () => {
    const cwd = directory({ ...file, '.env': 'PORT=1002' })
    expect(load({ cwd, env: { PORT: '1003' }, set: ['server.port=1004'] }).server.port).toBe(1004)
  })

  it('comes from the last of two flags', () => {
    expect(load({ set: ['server.port=1', 'server.port=2'] }).server.port).toBe(2)
  })

  it('may have an equals sign in a flag', () => {
    expect(load({ set: ['server.appName=a=b'] }).server.appName).toBe('a=b')
  })

  it('comes from the file that was named, instead of the usual one', () => {
    const cwd = directory({ ...file, 'other.json': { server: { appName: 'Other' } } })
    expect(load({ cwd, file: 'other.json' }).server).toMatchObject({ appName: 'Other', port: 3000 })
    expect(load({ file: path.join(cwd, 'other.json') }).server.appName).toBe('Other')
  })

  it('may be a list in the file', () => {
    const cwd = directory({ 'latchkey.config.json': { security: { allowedOrigins: ['https://a.example'] } } })
    expect(load({ cwd }).security.allowedOrigins).toEqual(['https://a.example'])
  })

  it('is read from the file that NAME_FILE names, without the last line end', () => {
    const cwd = directory({ one: `${SECRET}\n`, two: ` ${SECRET} \r\n`, three: `${SECRET}\n\n` })
    const secret = (name: string) => load({ env: { SECRET_FILE: path.join(cwd, name) } }).security.secret?.reveal()
    expect(secret('one')).toBe(SECRET)
    expect(secret('two')).toBe(` ${SECRET} `)
    expect(secret('three')).toBe(`${SECRET}\n`)
  })

  it('may be an empty list', () => {
    const config = load({ env: { ALLOWED_ORIGINS: '', TRUSTED_PROXIES: '' } })
    expect([config.security.allowedOrigins, config.server.trustedProxies]).toEqual([[], []])
  })

  it('does not depend on variables that are none of ours', () => {
    expect(load({ env: { PATH: '/bin', port: '1', LATCHKEY_PROT: '2', LATCHKEY_: '3' } })).toEqual(load())
  })
})

describe('a name that begins with LATCHKEY_', () => {
  it.each(settings.map(([, { env }]) => env))('is one for %s', (name) => {
    const broken = /ORIGINS|PROXIES|_APPS|_DOMAINS|_ALLOWED_/.test(name) ? '*' : ''
    expect(problems({ env: { [`LATCHKEY_${name}`]: broken } })).toEqual([expect.stringMatching(`^LATCHKEY_${name}: `)])
  })

  it('wins over the bare one, however that is given', () => {
    const cwd = directory({ secret: SECRET, other: `another ${SECRET}` })
    const [secret, other] = [path.join(cwd, 'secret'), path.join(cwd, 'other')]
    const secretOf = (env: Record<string, string>) => load({ env }).security.secret?.reveal()
    expect(load({ env: { PORT: '1001', LATCHKEY_PORT: '1002' } }).server.port).toBe(1002)
    expect(secretOf({ LATCHKEY_SECRET: SECRET, SECRET_FILE: other })).toBe(SECRET)
    expect(secretOf({ LATCHKEY_SECRET_FILE: secret, SECRET: `another ${SECRET}` })).toBe(SECRET)
    expect(secretOf({ LATCHKEY_SECRET_FILE: secret, SECRET: 'short', SECRET_FILE: '/nowhere' })).toBe(SECRET)
  })

  it('counts in .env too', () => {
    expect(load({ cwd: directory({ '.env': 'LATCHKEY_PORT=1001' }), env: { PORT: '1002' } }).server.port).toBe(1001)
  })

  it('is not ours when Kubernetes has set it, for a service that is called latchkey', () => {
    const env = { LATCHKEY_PORT: 'tcp://10.0.0.7:3000', LATCHKEY_SERVICE_PORT: '3000', LATCHKEY_PORT_3000_TCP_PROTO: 'tcp' }
    expect(load({ env })).toEqual(load())
    expect(load({ env: { ...env, PORT: '1001' } }).server.port).toBe(1001)
    expect(problems({ env: { PORT: 'tcp://10.0.0.7:3000' } })).toHaveLength(1)
  })

  it('is the one that a problem is reported under', () => {
    const env = { SECRET, LATCHKEY_SECRET: 'short', LATCHKEY_APP_NAME_FILE: '/nowhere', LATCHKEY_PAGES_HOME: 'https://a.example' }
    expect(problems({ env })).toEqual([
      'LATCHKEY_APP_NAME_FILE: cannot read /nowhere',
      'LATCHKEY_SECRET: must be at least 32 bytes long',
      'LATCHKEY_PAGES_HOME: must be at PUBLIC_URL or an origin of ALLOWED_ORIGINS',
    ])
    expect(problems({ env: { LATCHKEY_SECRET: SECRET, LATCHKEY_SECRET_FILE: '/nowhere' } })).toEqual([
      'LATCHKEY_SECRET_FILE: LATCHKEY_SECRET is set as well; use one of them',
    ])
  })
})

describe('NODE_ENV', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SMTP_URL: 'smtp://mail.example.com', SECRET }

  it('is development unless set', () => {
    expect([load().profile, load({ env: { NODE_ENV: 'test' } }).profile]).toEqual(['development', 'development'])
    expect(load({ env: production }).profile).toBe('production')
  })

  it('counts in .env too', () => {
    const text = Object.entries(production).map(([name, value]) => `${name}="${value}"`)
    expect(load({ cwd: directory({ '.env': text.join('\n') }) }).profile).toBe('production')
  })

  it('may begin with LATCHKEY_, and then wins', () => {
    const profile = (env: Record<string, string>) => load({ env: { ...production, ...env } }).profile
    expect(profile({ LATCHKEY_NODE_ENV: 'production', NODE_ENV: 'development' })).toBe('production')
    expect(profile({ LATCHKEY_NODE_ENV: 'development' })).toBe('development')
    expect(problems({ env: { LATCHKEY_NODE_ENV: 'prod', NODE_ENV: 'nonsense' } })).toEqual([
      'LATCHKEY_NODE_ENV: must be development, test or production',
    ])
  })

  it.each(['', 'prod', 'Production', 'production ', 'staging'])('refuses %j rather than start the lenient profile', (name) => {
    expect(problems({ env: { NODE_ENV: name } })).toEqual(['NODE_ENV: must be development, test or production'])
  })

  it('makes development listen on loopback, over http, for any page of this machine', () => {
    const config = load({ env: { PORT: '4000' } })
    expect(config.server).toMatchObject({ host: '127.0.0.1', publicUrl: 'http://localhost:4000' })
    expect(config.cookies.secure).toBe(false)
    expect(config.security).toMatchObject({ secret: undefined, allowLoopbackOrigins: true })
  })

  it.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://localhost:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
    ['2001:db8::1', 'http://[2001:db8::1]:3000'],
    ['box.example', 'http://box.example:3000'],
  ])('finds a service that listens at %s where it can be opened', (HOST, publicUrl) => {
    expect(load({ env: { HOST } }).server.publicUrl).toBe(publicUrl)
  })

  it('makes production listen everywhere, with secure cookies, for its own pages', () => {
    const config = load({ env: production })
    expect(config.server).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://id.example.com' })
    expect(config.cookies.secure).toBe(true)
    expect(config.security.allowLoopbackOrigins).toBe(false)
    expect(config.security.secret?.reveal()).toBe(SECRET)
  })

  it('only picks defaults: each of them can be set', () => {
    const env = { ...production, HOST: '::1', SECURE_COOKIES: 'true', ALLOW_LOOPBACK_ORIGINS: 'true' }
    expect(load({ env })).toMatchObject({ server: { host: '::1' }, security: { allowLoopbackOrigins: true } })
    expect(load({ env: { ALLOW_LOOPBACK_ORIGINS: 'false' } }).security.allowLoopbackOrigins).toBe(false)
  })

  it('and everything else do not make cookies insecure on https', () => {
    expect(load({ env: { PUBLIC_URL: 'https://id.example.com' } }).cookies.secure).toBe(true)
    expect(load({ env: { ...production, SECURE_COOKIES: 'false' } }).cookies.secure).toBe(true)
  })
})

describe('the configuration in force', () => {
  it('is frozen, whole', () => {
    const config = load({ env: { ALLOWED_ORIGINS: 'https://a.example' } })
    const parts = [config, ...Object.values(config), ...Object.values(config).flatMap((group) => Object.values(group))]
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([])
  })
})
