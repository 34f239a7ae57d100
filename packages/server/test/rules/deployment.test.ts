import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/platform/config/load-config.ts'
import { settings } from '../../src/platform/config/schema.ts'
import { parseDuration } from '../../src/platform/kernel/duration.ts'
import { stopTimes } from '../../src/platform/kernel/stop-times.ts'
import { endpointList } from '../support/endpoint-list.ts'

/** What stopping takes at most, once the delay is over. */
const STOP_MS = stopTimes.endMs + stopTimes.lingerMs
const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const names = new Set(['NODE_ENV', ...settings.map(([, { env }]) => env)])
const unknownNames = (given: readonly string[]) =>
  given.filter((name) => !names.has(name.replace(/_FILE$/, '').replace(/^LATCHKEY_/, '')))

interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly stop_grace_period: string
  readonly networks: { readonly inside: { readonly ipv4_address: string } }
}

const compose = parse(read('deploy/compose.yaml'), { merge: true })
const services = Object.entries<Service>(compose.services)
const ours = services.filter(([name]) => name.startsWith('latchkey-'))
const nginx = read('deploy/nginx.conf')

/** The environment as a container sees it: the operator's value filled in, and its secrets in files. */
function asInContainer({ environment, secrets }: Service): Record<string, string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-secrets-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const contents: Record<string, string> = {
    secret: 'a secret for tests, 32 bytes and more',
    database_url: 'postgres://latchkey:word@postgres/latchkey',
    smtp_url: 'smtps://user:word@mail.example.com',
  }
  for (const name of secrets) writeFileSync(path.join(directory, name), contents[name] ?? '')
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{PUBLIC_URL:.*\}$/, 'https://id.example.com').replace('/run/secrets', directory),
    ]),
  )
}

describe('deploy/compose.yaml', () => {
  it('starts two processes with a configuration that is accepted in production', () => {
    expect(ours).toHaveLength(2)
    for (const [, service] of ours) {
      expect(unknownNames(Object.keys(service.environment))).toEqual([])
      const { storage, server } = loadConfig({ env: { NODE_ENV: 'production', ...asInContainer(service) }, cwd: tmpdir() })
      expect(storage.url.reveal()).toContain('@postgres/')
      expect(server.trustedProxies).toEqual([compose.services.proxy.networks.inside.ipv4_address])
    }
  })

  it('declares every secret and volume that a service uses', () => {
    const used = services.flatMap(([, { secrets = [] }]) => secrets)
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)))
    expect(Object.keys(compose.volumes)).toEqual(['postgres'])
  })

  it('gives a process that stops the time it may take', () => {
    for (const [, { environment, stop_grace_period }] of ours) {
      const delay = parseDuration(environment['STOP_DELAY'] ?? '') ?? 0
      expect(parseDuration(stop_grace_period)).toBeGreaterThan(delay + STOP_MS)
      // Otherwise the proxy could send on a connection in the moment it is closed.
      expect(parseDuration(/keepalive_timeout (\w+);/.exec(nginx)?.[1] ?? '')).toBeLessThan(delay)
    }
  })
})

describe('deploy/nginx.conf', () => {
  it('knows the processes by the names and the port that they have', () => {
    const upstreams = [...nginx.matchAll(/^ +server ([\w-]+):(\d+) /gm)].map(([, host, port]) => [host, Number(port)])
    const port = settings.find(([dotted]) => dotted === 'server.port')?.[1].fallback('production')
    expect(upstreams).toEqual(ours.map(([name]) => [name, port]))
  })

  it('writes no address down that holds a secret', () => {
    expect(nginx).toMatch(/^ {2}access_log off;$/m)
    const [, pattern = '', settled = ''] = /location ~ (\S+) \{([^}]*)\}/.exec(nginx) ?? []
    expect(settled).toContain('error_log /dev/null;')
    const secretive = endpointList.filter(({ query }) => ['token', 'code'].some((name) => name in (query?.properties ?? {})))
    expect(secretive.map(({ route }) => route).toSorted()).toEqual([
      'GET /auth/invite/info',
      'GET /auth/oauth/{provider}/callback',
    ])
    for (const { route } of secretive) expect(route.replace('GET ', '').replace(/\{\w+\}/, 'google')).toMatch(new RegExp(pattern))
  })

  it('keeps the probes to the machines behind it', () => {
    const denied = [...nginx.matchAll(/location = (\S+) \{ return 404; \}/g)].map(([, path]) => path)
    // What applications ask is counted by application, which the flows do.
    const probes = endpointList
      .filter(({ limit, isOAuth }) => limit === 'none' && !isOAuth)
      .map(({ route }) => route.replace('GET ', ''))
    expect(probes).toHaveLength(3)
    expect([...denied].sort()).toEqual([...probes].sort())
  })
})

describe.each(['Caddyfile', 'traefik.yaml'])('deploy/%s', (file) => {
  const text = read(`deploy/${file}`)

  it('keeps inside what nginx.conf keeps inside', () => {
    for (const [, denied = ''] of nginx.matchAll(/location =? ?(\S+?)\/? \{ return 404; \}/g)) expect(text).toContain(denied)
  })

  it('knows the processes by the names and the port that they have', () => {
    expect([...text.matchAll(/\b(latchkey-\d):(\d+)/g)].map(([, host, port]) => [host, port])).toEqual(
      ours.map(([name]) => [name, '3000']),
    )
  })
})

describe('deploy/compose.trial.yaml', () => {
  it('sets what there is, so that it starts', () => {
    const { services: trial } = parse(read('deploy/compose.trial.yaml'))
    const { environment, ports } = trial['latchkey-trial']
    expect(unknownNames(Object.keys(environment))).toEqual([])
    const { server, storage, mail } = loadConfig({ env: environment, cwd: tmpdir() })
    expect(ports).toEqual([`127.0.0.1:${server.port}:${server.port}`])
    const { host, pathname } = new URL(storage.url.reveal())
    expect([host, pathname, mail.smtpUrl?.reveal()]).toEqual(['postgres', '/latchkey', 'smtp://mail:1025'])
    expect(Object.keys(trial)).toEqual(expect.arrayContaining([host, 'mail']))
  })
})

describe('deploy/latchkey.socket', () => {
  it('has the address at which the guide lets the service listen', () => {
    const [, address] = /^ListenStream=(\S+)$/m.exec(read('deploy/latchkey.socket')) ?? []
    const [, host] = /nHOST=([\d.]+)\\n/.exec(read('docs/guide/production.md')) ?? []
    const port = settings.find(([dotted]) => dotted === 'server.port')?.[1].fallback('production')
    expect(address).toBe(`${host}:${port}`)
  })
})

describe('deploy/latchkey.service', () => {
  it('gives a process that stops the time it may take', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/latchkey.service'))?.[1])
    const delay = settings.find(([dotted]) => dotted === 'server.stopDelay')?.[1].fallback('production') as number
    expect(seconds * 1000).toBeGreaterThan(delay + STOP_MS)
  })

  it('sets nothing that the service does not know', () => {
    const lines = read('deploy/latchkey.service').matchAll(/^Environment=(.*)$/gm)
    const given = [...lines].flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''))
    expect(given).toContain('SECRET_FILE')
    expect(unknownNames(given)).toEqual([])
  })

  it('is for production, also where the environment file does not say so, or says otherwise', () => {
    const lines = [...read('deploy/latchkey.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' '),
    )
    const own = Object.fromEntries(lines.map((pair) => pair.split('=')).filter(([name]) => name?.endsWith('NODE_ENV')))
    const profile = (file: Record<string, string>) => {
      const settled = { PUBLIC_URL: 'https://id.example.com', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail.example.com' }
      return loadConfig({ env: { ...own, ...settled, ...file }, cwd: tmpdir() }).profile // the file wins over the unit
    }
    expect(profile({})).toBe('production')
    expect(profile({ NODE_ENV: 'development' })).toBe('production')
  })
})

describe('deploy/latchkey', () => {
  const unit = read('deploy/latchkey.service')
  const script = read('deploy/latchkey')
  const valuesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value)

  it('runs a command as the unit runs the service', () => {
    const same = [
      'DynamicUser',
      'StateDirectory',
      'StateDirectoryMode',
      'UMask',
      'WorkingDirectory',
      'EnvironmentFile',
      'LoadCredential',
    ]
    for (const name of same) {
      const inUnit = valuesOf(unit, new RegExp(`^${name}=(.*)$`, 'gm'))
      expect([name, inUnit.length > 0]).toEqual([name, true])
      expect([name, valuesOf(script, new RegExp(`--property=${name}=(\\S+)`, 'g'))]).toEqual([name, inUnit])
    }
    // Two units share a dynamic user by its name, and the service's is the name of its unit.
    expect(script).toContain('--property=User=latchkey ')
    expect(`${valuesOf(unit, /^ExecStart=(.*)$/gm)}\n`).toBe(
      `${valuesOf(script, /^ {2}(\/usr\/bin\/node \S+) "\$@"$/gm)} start\n`,
    )
  })

  it('sets what the unit sets', () => {
    const inUnit = valuesOf(unit, /^Environment=(.*)$/gm).flatMap((pairs) => pairs.split(' '))
    const given = valuesOf(script, /--setenv=(\S+)/g)
    const exported = valuesOf(script, /(\w+_FILE="\$CREDENTIALS_DIRECTORY\/\w+")/g).map((pair) =>
      pair.replaceAll('"', '').replace('$CREDENTIALS_DIRECTORY', '%d'),
    )
    expect([...given, ...exported].sort()).toEqual([...inUnit].sort())
  })

  it('has nothing in it that systemd would fill in itself', () => {
    expect(script).not.toMatch(/\$\{|\$\$|%/)
  })
})

describe('the settings in a guide', () => {
  const guides = readdirSync(path.join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/guide/${name}`)

  it.each(['README.md', ...guides])('can be copied into an environment file: %s', (file) => {
    const lines = read(file)
      .split('\n')
      .filter((line) => /^[A-Z][A-Z0-9_]*=/.test(line))
    // systemd and Docker take a comment behind a value for a part of it; a .env file takes a bare # for a comment.
    expect(lines.filter((line) => /\s#|=#/.test(line))).toEqual([])
  })
})

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile')

  it('copies what exists, and runs without root', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
    expect(sources.length).toBeGreaterThan(3)
    expect(sources.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m)
  })

  it('carries along what the package is made of', () => {
    const { files } = JSON.parse(read('packages/server/package.json'))
    // Types are for programs that are written, and not for one that runs; Node 22 brings SQLite itself.
    for (const folder of files.filter((one: string) => !['types', 'prebuilds'].includes(one)))
      expect(dockerfile).toContain(`/src/packages/server/${folder} packages/server/${folder}`)
  })
})
