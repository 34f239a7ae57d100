import { Type } from 'typebox'
import { confirmPassword } from '../../core/confirm-password.ts'
import { deleteAccount } from '../../core/delete-account.ts'
import { endpoint } from '../../core/deps.ts'
import { isLastAdmin } from '../../core/guard-last-admin.ts'
import { Message } from '../../core/views.ts'
import { Answer } from '../../kernel/endpoint.ts'

export const deleteWithPassword = endpoint({
  route: 'DELETE /auth/account',
  summary: 'Delete the account, confirmed by its password',
  auth: 'session',
  limit: 'credentials',
  body: Type.Object({ password: Type.String() }),
  reply: Message,
  errors: ['no_password', 'wrong_password', 'last_admin', 'overloaded'],

  async handle({ body, caller, client, deps, fail }) {
    const { account } = caller
    if (account.passwordHash === undefined) throw fail('no_password')
    if (!(await confirmPassword({ deps, client }, caller, body.password))) throw fail('wrong_password')
    await deps.store.transaction(async (tx) => {
      const held = await tx.accounts.hold(account.id, deps.clock.now())
      if (held?.credentialVersion !== account.credentialVersion) throw fail('wrong_password')
      if (await isLastAdmin(tx, deps, held)) throw fail('last_admin')
      await deleteAccount(tx, { deps, client }, held)
    })
    return new Answer({ message: 'Your account was deleted.' }, { session: 'end' })
  },
})
