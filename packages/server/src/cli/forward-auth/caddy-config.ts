import { APP_PATH } from '../../core/apps/way-in.ts'
import { indented, type ProxyPlan } from './proxy-plan.ts'

export const caddyConfig = (plan: ProxyPlan): string => `# Caddyfile
${plan.app.origin} {
${plan.seesOwnCookies ? guarded(plan) : `${ownSessions(plan)}\thandle {\n${guarded(plan).replace(/^(?=.)/gm, '\t')}\t}\n`}}
`

const ownSessions = ({ service }: ProxyPlan): string => `	# Here people come back from signing in.
	handle ${APP_PATH}/* {
		reverse_proxy ${service} {
			header_up -X-Original-URL
		}
	}
`

const guarded = ({ upstream, service, identityHeaders }: ProxyPlan): string => `	forward_auth ${service} {
		uri /auth/forward
		# Caddy describes the request by X-Forwarded-…; a client must not describe it in another way.
		header_up -X-Original-URL
		header_up -X-Original-Method
		# Whatever a client sends under these names is replaced.
		copy_headers {
${indented(identityHeaders, 0).replace(/^/gm, '\t\t\t')}
		}
	}
	# Many applications take an underscore in a name for a hyphen.
	request_header -*_*
	reverse_proxy ${upstream}
`
