import { endpoint } from '../../../gate/deps.ts'
import type { Failure } from '../../../platform/kernel/errors.ts'
import { authenticateClient, clientErrors } from '../steps/authenticate-client.ts'
import { issueServiceToken } from '../steps/issue-service-token.ts'
import { noteRefusal } from '../steps/note-refusal.ts'
import { DEVICE_GRANT, PERSON_GRANTS, required, TokenFields } from '../steps/person-grants.ts'
import { type Refused, tokenErrors } from '../steps/refused.ts'
import { serviceTokenView, Tokens, tokensView } from '../views/token-view.ts'

/** The client says who it is first: before that nothing it asks for is looked at. What is given is signed once it is committed. */
export const exchangeToken = endpoint({
  route: 'POST /oidc/token',
  summary: 'Give an application the tokens for a code, for an older token, or for itself',
  auth: 'none',
  limit: 'none',
  isOAuth: true,
  body: TokenFields,
  reply: Tokens,
  errors: [...clientErrors, ...tokenErrors],

  async handle(call) {
    const { body, deps, fail } = call
    const client = await authenticateClient(call)
    const type = required(call, 'grant_type')
    const refuse = ({ refused, why }: Refused): Failure => {
      if (why !== undefined) noteRefusal(deps, client.id, why)
      return fail(refused)
    }
    if (type === 'client_credentials') {
      const issued = await issueServiceToken(call, client, { scope: body.scope, resource: body.resource || undefined })
      if ('refused' in issued) throw refuse(issued)
      return serviceTokenView(deps, issued)
    }
    const redeem = Object.hasOwn(PERSON_GRANTS, type) ? PERSON_GRANTS[type] : undefined
    if (!redeem) throw fail('unsupported_grant_type')
    if (client.kind === 'service' || (type === DEVICE_GRANT && !client.hasDeviceFlow))
      throw refuse({ refused: 'unauthorized_client', why: 'grant_type_not_allowed' })
    const issued = await redeem(call, client)
    if ('refused' in issued) throw refuse(issued)
    return tokensView(deps, issued)
  },
})
