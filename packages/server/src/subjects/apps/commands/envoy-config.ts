import { APP_PATH } from '../steps/sign-in-address.ts'
import { askedHeaders, indented, type ProxyPlan } from './proxy-plan.ts'
import { patternOf } from './public-paths.ts'

const described = ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Forwarded-Uri', 'X-Forwarded-Method'] as const

const exact = (by: number, names: readonly string[]): string => indented(by, names, (name) => `- exact: ${name.toLowerCase()}`)

export const envoyConfig = (plan: ProxyPlan): string => `# Envoy
static_resources:
  listeners:
    - name: app
      address: { socket_address: { address: 0.0.0.0, port_value: ${portOf(plan.app)} } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: app
                use_remote_address: true
                # One path for the route, for us and for the application.
                normalize_path: true
                # Many applications take an underscore in a name for a hyphen.
                common_http_protocol_options: { headers_with_underscores_action: DROP_HEADER }
                upgrade_configs: [{ upgrade_type: websocket }]
                http_filters:
${describing(plan)}
                  - name: envoy.filters.http.ext_authz
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz
                      failure_mode_allow: false
                      status_on_error: { code: ServiceUnavailable }
                      allowed_headers:
                        patterns:
${exact(26, [...askedHeaders, ...described])}
                      http_service:
                        server_uri: { uri: ${plan.service}, cluster: latchkey, timeout: 5s }
                        path_prefix: ${plan.question}
                        authorization_response:
                          # Whatever a client sends under these names is replaced.
                          allowed_upstream_headers:
                            patterns:
${exact(30, plan.identityHeaders)}
                          allowed_client_headers:
                            patterns:
                              - exact: location
                              - exact: retry-after
                  - name: envoy.filters.http.router
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
                route_config:
                  virtual_hosts:
                    - name: app
                      domains: ["${plan.app.host}"]
                      routes:
${OWN_PATHS}${plan.servicePaths.map(serviceItself).join('')}${plan.publicPaths.length === 0 ? '' : open(plan)}                        - { match: { prefix: / }, route: { cluster: app } }
  clusters:
${cluster('latchkey', new URL(plan.service))}
${cluster('app', new URL(plan.upstream))}
`

/** Describes the request, whatever a client has said about it. */
const describing = (plan: ProxyPlan): string => `                  # Describes the request, whatever a client has said about it.
                  - name: describe
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
                      mutations:
                        request_mutations:
                          - remove: x-original-url
                          - remove: x-original-method
${indented(26, [...plan.optionalHeaders, ...plan.unusedHeaders], (name) => `- remove: ${name.toLowerCase()}`)}
${set('x-forwarded-proto', plan.app.protocol.slice(0, -1))}
${set('x-forwarded-host', plan.app.host)}
${set('x-forwarded-uri', '%REQ(:path)%')}
${set('x-forwarded-method', '%REQ(:method)%')}`

const UNASKED = `                          typed_per_filter_config:
                            envoy.filters.http.ext_authz:
                              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute
                              disabled: true
`

const toService = (what: string, match: string): string => `                        # ${what}
                        - match: { ${match} }
                          route: { cluster: latchkey }
${UNASKED}`

const OWN_PATHS = toService('Here people come back from signing in, and sign out.', `prefix: ${APP_PATH}/`)

const serviceItself = (path: string): string =>
  toService('Latchkey itself, beside the application.', `path_separated_prefix: ${path}`)

const open = ({
  publicPaths,
  identityHeaders,
}: ProxyPlan): string => `                        # All may see this. Only a plain path: an application might read any other as another path.
                        - match: { safe_regex: { regex: "${publicPaths.map(patternOf).join('|')}" } }
                          route: { cluster: app }
                          # Nobody is known here, whatever a client claims.
                          request_headers_to_remove: [${identityHeaders.map((name) => name.toLowerCase()).join(', ')}]
${UNASKED}`

const set = (key: string, value: string): string =>
  indented(26, ['- append:', `    header: { key: ${key}, value: "${value}" }`, '    append_action: OVERWRITE_IF_EXISTS_OR_ADD'])

const portOf = ({ port, protocol }: URL): string | number => port || (protocol === 'https:' ? 443 : 80)

const cluster = (name: string, address: URL): string => `    - name: ${name}
      type: STRICT_DNS
      load_assignment:
        cluster_name: ${name}
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: ${address.hostname}, port_value: ${portOf(address)} } } }`
