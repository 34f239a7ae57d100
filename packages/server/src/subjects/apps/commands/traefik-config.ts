import { APP_PATH } from '../steps/sign-in-address.ts'
import { askedHeaders, indented, type ProxyPlan } from './proxy-plan.ts'
import { patternOf } from './public-paths.ts'

/** In the words of Traefik 3. */
const NO_TUNNEL = '!HeaderRegexp(`Upgrade`, `(?i)h2c`)'

const listed = (names: readonly string[]): string => indented(10, names, (name) => `- ${name}`)

export const traefikConfig = (plan: ProxyPlan): string => `# Traefik, dynamic configuration.
http:
  middlewares:
    latchkey:
      forwardAuth:
        address: ${plan.service}${plan.question}
        # What a client claims about itself is not passed on.
        trustForwardHeader: false
        authRequestHeaders:
${listed(askedHeaders)}
        # Whatever a client sends under these names is replaced.
        authResponseHeaders:
${listed(plan.identityHeaders)}
    # Names that are not ours to fill are taken away; many applications take an underscore in a name for a hyphen.
    latchkey-names:
      headers:
        customRequestHeaders:
${blanks(removed(plan))}
${plan.publicPaths.length === 0 ? '' : nobody(plan)}  # Nothing is routed that asks for h2c: such a tunnel would carry requests that are not checked here.
  routers:
    app:
      rule: Host(\`${plan.app.hostname}\`) && ${NO_TUNNEL}
      service: app
      middlewares:
        - latchkey-names
        - latchkey
${tls(plan.app)}    # Here people come back from signing in, and sign out.
    latchkey:
      rule: Host(\`${plan.app.hostname}\`) && PathPrefix(\`${APP_PATH}/\`)
      service: latchkey
${tls(plan.app)}${plan.servicePaths.length === 0 ? '' : serviceItself(plan)}${plan.publicPaths.length === 0 ? '' : open(plan)}  services:
${server('latchkey', plan.service)}${server('app', plan.upstream)}`

const blanks = (names: readonly string[]): string => indented(10, names, (name) => `${name}: ""`)

const open = ({
  app,
  publicPaths,
}: ProxyPlan): string => `    # All may see this. Only a plain path: an application might read any other as another path.
    public:
      rule: Host(\`${app.hostname}\`) && PathRegexp(\`^(${publicPaths.map(patternOf).join('|')})$\`) && !PathRegexp(\`[.][.]|//\`) && ${NO_TUNNEL}
      priority: 1000
      service: app
      middlewares:
        - latchkey-nobody
${tls(app)}`

const nobody = (plan: ProxyPlan): string => `    # Where nobody is known, whatever a client claims.
    latchkey-nobody:
      headers:
        customRequestHeaders:
${blanks([...plan.identityHeaders, ...removed(plan)])}
`

const serviceItself = ({ app, servicePaths }: ProxyPlan): string => `    # Latchkey itself, beside the application.
    latchkey-itself:
      rule: Host(\`${app.hostname}\`) && (${servicePaths.map((path) => `Path(\`${path}\`) || PathPrefix(\`${path}/\`)`).join(' || ')})
      service: latchkey
${tls(app)}`

const removed = ({ identityHeaders, unusedHeaders }: ProxyPlan): readonly string[] =>
  unusedHeaders.concat([...identityHeaders, ...unusedHeaders].flatMap(misspelt))

/** Many applications take an underscore in a header's name for a hyphen, so every such spelling is removed. */
function misspelt(header: string): readonly string[] {
  const [first = '', ...parts] = header.split('-')
  const spell = (names: readonly string[], part: string) => names.flatMap((name) => [`${name}-${part}`, `${name}_${part}`])
  return parts.reduce(spell, [first]).filter((name) => name !== header)
}

const tls = ({ protocol }: URL): string => (protocol === 'https:' ? '      tls: {}\n' : '')

const server = (name: string, url: string): string => `    ${name}:
      loadBalancer:
        servers:
          - url: ${url}
`
