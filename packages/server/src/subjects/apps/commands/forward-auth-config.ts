import { isIPv6 } from 'node:net'
import { joined } from '../../../gate/join.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { CommandError, command, UsageError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import type { AnyEndpoint } from '../../../platform/kernel/endpoint-table.ts'
import { servedPath } from '../../../platform/kernel/own-path.ts'
import { IDENTITY_HEADERS, optionalHeaders, REMOTE_HEADERS } from '../flows/identity-headers.ts'
import { caddyConfig } from './caddy-config.ts'
import { envoyConfig } from './envoy-config.ts'
import { nginxConfig } from './nginx-config.ts'
import type { ProxyPlan } from './proxy-plan.ts'
import { publicPaths } from './public-paths.ts'
import { traefikConfig } from './traefik-config.ts'

const writers = new Map(Object.entries({ nginx: nginxConfig, traefik: traefikConfig, caddy: caddyConfig, envoy: envoyConfig }))
const PROXIES = [...writers.keys()].join(', ')

export const forwardAuthConfig = command({
  name: 'forward-auth config',
  summary: 'Print what a proxy needs so that only people who are signed in reach an application.',
  operands: { proxy: `One of ${PROXIES}.` },
  options: {
    app: { type: 'string', hint: 'URL', help: 'The application, as people open it: one of FORWARD_AUTH_APPS.' },
    upstream: { type: 'string', hint: 'URL', help: 'Where it listens itself; http://127.0.0.1:8000 unless given.' },
    public: {
      type: 'string',
      multiple: true,
      hint: 'PATH',
      help: 'A path of the application that all may see without signing in, with all below it if it ends with a slash; may be repeated.',
    },
  },

  async run({ values, operands, terminal, config }) {
    const write = writers.get(operands.proxy)
    if (!write) throw new UsageError(`'${operands.proxy}' is none of ${PROXIES}`)
    if (values.app === undefined) throw new UsageError('--app is missing')
    const settings = config()
    const upstream = addressOf('upstream', values.upstream ?? 'http://127.0.0.1:8000')
    const open = publicPaths(values.public ?? [])
    terminal.out(write({ ...planOf(settings, addressOf('app', values.app), upstream), publicPaths: open }))
    if (settings.server.trustedProxies.length === 0)
      terminal.err('TRUSTED_PROXIES is empty: name the address of the proxy there, or nothing that it says is believed.')
  },
})

function planOf(config: Config, app: URL, upstream: URL): Omit<ProxyPlan, 'publicPaths'> {
  if (!config.forwardAuth.apps.some(({ origin }) => origin === app.origin))
    throw new CommandError(`${app.origin} is not in FORWARD_AUTH_APPS, so every request would be refused. Add it first.`)
  const { port, host } = config.server
  const [remoteHeaders, unusedHeaders] = config.forwardAuth.headers === 'remote' ? [REMOTE_HEADERS, []] : [[], REMOTE_HEADERS]
  return {
    app,
    upstream: upstream.origin,
    question: servedPath(config.server, '~/auth/forward'),
    servicePaths: app.origin === config.server.publicUrl ? servicePathsOf(config) : [],
    service: `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port}`,
    identityHeaders: [...IDENTITY_HEADERS, ...optionalHeaders(config), ...remoteHeaders],
    optionalHeaders: optionalHeaders(config),
    unusedHeaders,
  }
}

function servicePathsOf({ server }: Config): readonly string[] {
  if (server.basePath === '')
    throw new CommandError(
      `${server.publicUrl} is Latchkey's own address: set BASE_PATH, so that the application has the other paths.`,
    )
  const routes = joined.flatMap(({ endpoints = {} }) =>
    Object.values<AnyEndpoint>(endpoints).map(({ route }) => route.split(' ')[1]),
  )
  const wellKnown = [pagePaths.changePassword.slice(1), ...routes].filter((path) => path?.startsWith('/.well-known/'))
  return [...new Set([server.basePath, ...(server.basePathAuth ? [] : ['/auth']), ...wellKnown])] as string[]
}

function addressOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new UsageError(`--${name} must be an address such as https://wiki.example.com`)
  return url
}
