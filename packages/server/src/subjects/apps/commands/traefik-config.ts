import { APP_PATH } from '../steps/way-in.ts'
import { askedHeaders, indented, type ProxyPlan } from './proxy-plan.ts'

const listed = (names: readonly string[]): string =>
  indented(
    names.map((name) => `- ${name}`),
    10,
  )

export const traefikConfig = ({
  app,
  upstream,
  service,
  seesOwnCookies,
  identityHeaders,
  unusedHeaders,
}: ProxyPlan): string => `# Traefik, dynamic configuration.
http:
  middlewares:
    latchkey:
      forwardAuth:
        address: ${service}/auth/forward
        # What a client claims about itself is not passed on.
        trustForwardHeader: false
        authRequestHeaders:
${listed(askedHeaders)}
        # Whatever a client sends under these names is replaced.
        authResponseHeaders:
${listed(identityHeaders)}
    # Names that are not ours to fill are taken away; many applications take an underscore in a name for a hyphen.
    latchkey-names:
      headers:
        customRequestHeaders:
${indented(
  [...unusedHeaders, ...[...identityHeaders, ...unusedHeaders].flatMap(misspelt)].map((name) => `${name}: ""`),
  10,
)}
  routers:
    app:
      rule: Host(\`${app.hostname}\`)
      service: app
      middlewares:
        - latchkey-names
        - latchkey
${tls(app)}${
  seesOwnCookies
    ? ''
    : `    # Here people come back from signing in.
    latchkey:
      rule: Host(\`${app.hostname}\`) && PathPrefix(\`${APP_PATH}/\`)
      service: latchkey
${tls(app)}`
}  services:
${seesOwnCookies ? '' : server('latchkey', service)}${server('app', upstream)}`

/** Every way to write a name with one underscore or more. */
const misspelt = (header: string): readonly string[] =>
  header
    .split('-')
    .reduce<readonly string[]>(
      (names, part) => names.flatMap((name) => (name ? [`${name}-${part}`, `${name}_${part}`] : [part])),
      [''],
    )
    .filter((name) => name !== header)

const tls = ({ protocol }: URL): string => (protocol === 'https:' ? '      tls: {}\n' : '')

const server = (name: string, url: string): string => `    ${name}:
      loadBalancer:
        servers:
          - url: ${url}
`
