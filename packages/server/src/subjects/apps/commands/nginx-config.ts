import { APP_PATH } from '../steps/sign-in-address.ts'
import { askedHeaders, indented, type ProxyPlan } from './proxy-plan.ts'
import { isTree } from './public-paths.ts'

const inVariable = (header: string): string => header.toLowerCase().replaceAll('-', '_')
/** Every variable has our name in front, since `$remote_user` is nginx's own and cannot be set. */
const variableOf = (header: string): string => `$latchkey_${inVariable(header.replace(/^X-Latchkey-/, ''))}`

const filled = (header: string): string => `proxy_set_header ${header} ${variableOf(header)};`
const blank = (header: string): string => `proxy_set_header ${header} "";`

/** The application's address is written out: a client may send any Host to a server that nginx takes for its default. */
export const nginxConfig = (plan: ProxyPlan): string => `# nginx, inside the http block.
# A tunnel of another kind, such as h2c, would carry requests that are not checked here.
map $http_upgrade $latchkey_upgrade {
  default '';
  websocket websocket;
}
map $latchkey_upgrade $latchkey_connection {
  default '';
  websocket upgrade;
}

server {
${listening(plan.app)}
  server_name ${plan.app.hostname};
${ownPaths(plan)}${plan.servicePaths.length === 0 ? '' : serviceItself(plan)}${plan.publicPaths.map((path) => open(plan, path)).join('')}
  location / {
    auth_request /.latchkey-forward;
${indented(4, plan.identityHeaders, (header) => `auth_request_set ${variableOf(header)} $upstream_http_${inVariable(header)};`)}
    auth_request_set $latchkey_way_in $upstream_http_location;
    error_page 401 = @latchkey_way_in;
    error_page 500 = @latchkey_unavailable;

    proxy_pass ${plan.upstream};
${passedOn(plan.app)}
    # Whatever a client sends under these names is replaced.
${indented(4, [...plan.identityHeaders.map(filled), ...plan.unusedHeaders.map(blank)])}
  }

  # Asked before every request. What goes on is only what it needs to know.
  location = /.latchkey-forward {
    internal;
    proxy_pass ${plan.service}${plan.question};
    proxy_pass_request_body off;
    proxy_pass_request_headers off;
    proxy_set_header Content-Length "";
    proxy_set_header Host $proxy_host;
    proxy_set_header X-Original-URL ${plan.app.origin}$request_uri;
    proxy_set_header X-Original-Method $request_method;
    proxy_set_header X-Forwarded-For $remote_addr;
${indented(4, askedHeaders, (header) => `proxy_set_header ${header} $http_${inVariable(header)};`)}
  }

${LED_TO_SIGN_IN}  # nginx takes every other answer of ours for an error of its own.
  location @latchkey_unavailable {
    return 503;
  }
}
`

const LED_TO_SIGN_IN = `  # People are sent to sign in; programs are told that they are not.
  location @latchkey_way_in {
    if ($request_method !~ ^(GET|HEAD)$) {
      return 401;
    }
    if ($http_accept !~ text/html) {
      return 401;
    }
    if ($http_upgrade != "") {
      return 401;
    }
    return 302 $latchkey_way_in;
  }

`

const passedOn = ({ host, protocol }: URL): string =>
  indented(4, [
    'proxy_http_version 1.1;',
    '# The application that is meant here, and not the one that a client names.',
    `proxy_set_header Host ${host};`,
    `proxy_set_header X-Forwarded-Host ${host};`,
    'proxy_set_header X-Forwarded-For $remote_addr;',
    `proxy_set_header X-Forwarded-Proto ${protocol.slice(0, -1)};`,
    'proxy_set_header Upgrade $latchkey_upgrade;',
    'proxy_set_header Connection $latchkey_connection;',
  ])

/** Some applications resolve dots behind a semicolon, a backslash or a second encoding, as nginx does not. */
const PLAIN_ONLY = `    # Nothing that an application might read as another path.
    if ($uri ~ "[;%\\\\\\\\]") {
      return 404;
    }
`

const open = ({ app, upstream, identityHeaders, unusedHeaders }: ProxyPlan, path: string): string => `
  # All may see this. What goes on is the path that nginx has found.
  location ${isTree(path) ? path : `= ${path}`} {
${isTree(path) ? PLAIN_ONLY : ''}    proxy_pass ${upstream}${path};
${passedOn(app)}
    # Nobody is known here, whatever a client claims.
${indented(4, [...identityHeaders, ...unusedHeaders], blank)}
  }
`

const ownPaths = ({ app, service }: ProxyPlan): string => `
  # Here people come back from signing in, and sign out. With its own path, so that what goes on is the path that nginx has found,
  # and not another one that only leads here once its dots are resolved.
  location ${APP_PATH}/ {
    proxy_pass ${service}${APP_PATH}/;
    proxy_set_header Host $proxy_host;
    proxy_set_header X-Forwarded-Proto ${app.protocol.slice(0, -1)};
    proxy_set_header X-Forwarded-Host ${app.host};
    proxy_set_header X-Forwarded-For $remote_addr;
${indented(4, ['X-Original-URL', 'X-Original-Method', 'X-Forwarded-Uri', 'X-Forwarded-Method'], blank)}
  }
`

const inPattern = (path: string): string => path.replaceAll('.', '\\.')

const serviceItself = ({ app, service, servicePaths, question }: ProxyPlan): string => `
  # The proxy asks there. Visitors have no use for it.
  location ~ ^${inPattern(question)}(?:/|$) {
    return 404;
  }
  # Latchkey itself, beside the application.
  location ~ ^(?:${servicePaths.map(inPattern).join('|')})(?:/|$) {
    proxy_pass ${service};
    proxy_set_header Host ${app.host};
    proxy_set_header X-Forwarded-Proto ${app.protocol.slice(0, -1)};
    proxy_set_header X-Forwarded-For $remote_addr;
${indented(4, ['X-Original-URL', 'X-Original-Method', 'X-Forwarded-Uri', 'X-Forwarded-Method', 'X-Forwarded-Host'], blank)}
  }
`

function listening({ protocol, port }: URL): string {
  if (protocol === 'http:') return `  listen ${port || 80};`
  return `  listen ${port || 443} ssl;
  ssl_certificate /etc/nginx/certificates/fullchain.pem;
  ssl_certificate_key /etc/nginx/certificates/privkey.pem;`
}
