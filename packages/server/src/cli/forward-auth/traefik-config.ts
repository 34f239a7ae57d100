import { APP_PATH } from '../../core/apps/way-in.ts'
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
  routers:
    app:
      rule: Host(\`${app.hostname}\`)
      service: app
      middlewares:
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

const tls = ({ protocol }: URL): string => (protocol === 'https:' ? '      tls: {}\n' : '')

const server = (name: string, url: string): string => `    ${name}:
      loadBalancer:
        servers:
          - url: ${url}
`
