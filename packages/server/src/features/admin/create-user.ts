import { Type } from 'typebox'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { User, userView } from '../../core/views/user-view.ts'
import { displayName } from '../../kernel/display-name.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'
import { newId } from '../../kernel/ids.ts'

/** An account by an administrator's word: verified, and without a password unless one is given. */
export const createUser = endpoint({
  route: 'POST /admin/users',
  summary: 'Create an account',
  auth: 'admin',
  limit: 'general',
  body: Type.Object({ email: Type.String(), name: Type.String(), role: Type.String(), password: Type.String() }),
  reply: User,
  status: 201,
  errors: ['invalid_email', 'weak_password', 'name_required', 'invalid_role', 'email_already_exists', 'overloaded'],

  async handle({ body, caller, client, deps, fail }) {
    const { config, store, passwords, clock } = deps
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    const name = displayName(body.name)
    const weakness = body.password === '' ? undefined : passwords.weakness(body.password, { email, name: name ?? '' })
    if (weakness) throw fail('weak_password', weakness)
    if (name === undefined) throw fail('name_required')
    const role = body.role === '' ? 'user' : body.role
    if (role !== 'user' && role !== 'admin') throw fail('invalid_role')
    const passwordHash = body.password === '' ? undefined : await passwords.hash(body.password, client)
    const now = clock.now()
    const twoFactorEnabledAt = config.twoFactor.defaultEnabled ? now : undefined

    return store.transaction(async (tx) => {
      const wanted = { id: newId(now), email, name, role, passwordHash, verifiedAt: now, createdAt: now } as const
      const account = await tx.accounts.add({ ...wanted, twoFactorEnabledAt })
      if (!account) throw fail('email_already_exists')
      const subject = { actorId: caller.account.id, targetUserId: account.id, metadata: { role } }
      await record(tx, { deps, client }, 'admin.user.created', subject)
      return userView(account)
    })
  },
})
