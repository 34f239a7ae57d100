import { APP_PATH } from '../steps/sign-in-address.ts'
import type { ProxyPlan } from './proxy-plan.ts'
import { patternOf } from './public-paths.ts'

export const caddyConfig = (plan: ProxyPlan): string => `# Caddyfile
${plan.app.origin} {
	# Such a tunnel would carry requests that are not checked here.
	@tunnel header_regexp Upgrade (?i)h2c
	request_header @tunnel -Upgrade
${ownPaths(plan)}${plan.servicePaths.length === 0 ? '' : serviceItself(plan)}${plan.publicPaths.length === 0 ? '' : open(plan)}	handle {
${guarded(plan).replace(/^(?=.)/gm, '\t')}	}
}
`

const ownPaths = ({ service }: ProxyPlan): string =>
  passedOn('latchkey', 'Here people come back from signing in, and sign out.', `startsWith("${APP_PATH}/")`, service)

const serviceItself = ({ servicePaths, service }: ProxyPlan): string =>
  passedOn(
    'service',
    'Latchkey itself, beside the application.',
    `matches("^(${servicePaths.map(inPattern).join('|')})(/|$)")`,
    service,
  )

/** In a string of an expression, where a backslash would have to be doubled. */
const inPattern = (path: string): string => path.replaceAll('.', '[.]')

const passedOn = (
  name: string,
  what: string,
  matches: string,
  service: string,
): string => `	# ${what} As the path came: a matcher for paths resolves the dots of one that is passed on with them.
	@${name} expression {path}.${matches}
	handle @${name} {
		reverse_proxy ${service} {
			header_up -X-Original-URL
			header_up -X-Original-Method
			header_up -X-Forwarded-Uri
			header_up -X-Forwarded-Method
		}
	}
`

const open = ({
  publicPaths,
  upstream,
  identityHeaders,
  unusedHeaders,
}: ProxyPlan): string => `	# All may see this. As the path came, and only a plain one: an application might read any other as another path.
	@public expression {path}.matches("^(${publicPaths.map(patternOf).join('|')})$") && !{path}.contains("..") && !{path}.contains("//")
	handle @public {
		# Nobody is known here, whatever a client claims.
${[...identityHeaders, ...unusedHeaders, '*_*'].map((name) => `\t\trequest_header -${name}`).join('\n')}
		reverse_proxy ${upstream}
	}
`

const withoutVariable = (name: string): string => `\t\t@none header_regexp ${name} ^[{]\n\t\trequest_header @none -${name}`

const guarded = ({
  upstream,
  service,
  question,
  identityHeaders,
  optionalHeaders,
  unusedHeaders,
}: ProxyPlan): string => `	# In this order.
	route {
		# What does not come with every answer would be left as a client has sent it.
${[...unusedHeaders, ...optionalHeaders].map((name) => `\t\trequest_header -${name}`).join('\n')}
		forward_auth ${service} {
			uri ${question}
			# Caddy describes the request by X-Forwarded-…; a client must not describe it in another way.
			header_up -X-Original-URL
			header_up -X-Original-Method
			# Whatever a client sends under these names is replaced.
			copy_headers {
${identityHeaders.map((name) => `\t\t\t\t${name}`).join('\n')}
			}
		}
		# Where it does not come, Caddy writes the name of its own variable.
${optionalHeaders.map(withoutVariable).join('\n')}
		# Many applications take an underscore in a name for a hyphen.
		request_header -*_*
		reverse_proxy ${upstream}
	}
`
