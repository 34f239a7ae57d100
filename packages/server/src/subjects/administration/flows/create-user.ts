import { Type } from 'typebox'
import { actorOf, appointmentRefusal } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { roleInWords } from '../../../gate/accounts/admin-scopes.ts'
import { openAccount } from '../../../gate/accounts/open-account.ts'
import { isRole, ROLES } from '../../../gate/accounts/roles.ts'
import { endpoint } from '../../../gate/deps.ts'
import { tellOfAdministrator } from '../../../gate/mails/tell-administrators.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { addressField, nameField } from '../../../gate/views/input-fields.ts'
import { User, userView } from '../../../gate/views/user-view.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { lacksAdminFactor } from '../steps/admin-factor.ts'

/** The administrator vouches for the address, so the account is verified. */
export const createUser = endpoint({
  route: 'POST /admin/users',
  summary: 'Create an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  body: Type.Object({
    email: addressField,
    name: nameField,
    role: oneOf(ROLES, { default: 'user', description: 'What it may do.' }),
    password: Type.String({ default: '', description: 'Its password; without one, its owner sets the first by mail.' }),
  }),
  reply: User,
  status: 201,
  errors: [
    'invalid_email',
    ...PASSWORD_REFUSALS,
    'name_required',
    'invalid_role',
    'insufficient_scope',
    'step_up_required',
    'email_already_exists',
    'admin_factor_missing',
    'overloaded',
  ],

  async handle(call) {
    const { body, caller, client, deps, fail } = call
    if (body.password !== '' && !hasPasswords(deps.config))
      throw new Failure('invalid_input', { message: 'There are no passwords here: leave it out.' })
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    const name = displayName(body.name)
    const owner = { email, name: name ?? '' }
    const refused = body.password === '' ? undefined : await deps.passwords.refusal(body.password, owner)
    if (refused) throw fail(refused.refusal, refused)
    if (name === undefined) throw fail('name_required')
    const role = body.role === '' ? 'user' : body.role
    if (!isRole(role)) throw fail('invalid_role')
    const refusal = role === 'admin' ? await appointmentRefusal(deps, caller) : undefined
    if (refusal) throw fail(refusal)
    const passwordHash = body.password === '' ? undefined : await deps.passwords.hash(body.password, client)

    return inTransaction(call, async (tx) => {
      const { scopes } = await lockActor(tx)
      const adminScopes = role === 'admin' ? scopes : undefined
      const metadata = roleInWords({ role, adminScopes })
      const event = { type: 'admin.user.created', actor: { id: actorOf(caller) }, metadata } as const
      const newcomer = { email, name, role, adminScopes, passwordHash, mailbox: 'vouched-for' } as const
      const opened = await openAccount(tx, call, newcomer, event)
      if (!opened) throw fail('email_already_exists')
      if (role === 'admin' && (await lacksAdminFactor(tx, opened.account))) throw fail('admin_factor_missing')
      if (role === 'admin') await tellOfAdministrator(tx, opened.account, actorOf(caller))
      return userView(opened.account)
    })
  },
})
