import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message, textField } from '../../../gate/views/fields.ts'
import { setOwner } from '../steps/set-owner.ts'
import { adminOrgRoute, findOrg } from './get-org.ts'

export const setOrgOwner = endpoint({
  ...adminOrgRoute,
  route: 'PUT /admin/orgs/{id}/owner',
  summary: 'Give an organisation one more owner',
  auth: 'admin',
  scope: 'orgs:write',
  wantsStepUp: true,
  body: Type.Object({ userId: textField('The account that becomes its owner.') }),
  reply: Message,
  errors: [
    'org_not_found',
    'user_not_found',
    'insufficient_scope',
    'invalid_input',
    'org_limit_reached',
    'org_member_limit_reached',
  ],

  async handle(call) {
    const { params, body, caller, deps } = call
    const { id } = await findOrg(deps.store, params.id)
    await setOwner(call, id, body.userId, actorOf(caller))
    return { message: 'The organisation has a new owner.' }
  },
})
