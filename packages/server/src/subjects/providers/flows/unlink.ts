import { canBeOpened, signInMethodsOf } from '../../../gate/access/sign-in-methods.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { owesAdminFactor } from '../../../gate/factors/gates.ts'
import { challengesIn } from '../../../gate/factors/tables/challenges.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { identitiesIn } from '../tables/identities.ts'
import { findProvider, NO_PROVIDER } from './find-provider.ts'

/** Every sign-in that waits for its second factor ends, because it is not stored which of them came through this provider. */
export const unlinkProvider = endpoint({
  route: 'POST /auth/oauth/{provider}/unlink',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Remove a sign-in provider from the account',
  auth: 'guarded',
  limit: 'general',
  reply: Message,
  errors: [...NO_PROVIDER, 'provider_not_linked', 'cannot_unlink_last_provider', 'user_not_found', 'two_factor_required'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const { name, label } = findProvider(deps, params.provider)
    if (owesAdminFactor(deps, caller.account, caller.session)) throw fail('two_factor_required')
    const { id } = caller.account
    await inTransaction(call, async (tx) => {
      const account = await accountsIn(tx).lock(id, deps.clock.now())
      if (!account) throw fail('user_not_found')
      const methods = await signInMethodsOf(tx, deps, account)
      if (!methods.providers.includes(name)) throw fail('provider_not_linked')
      const others = methods.providers.filter((other) => other !== name)
      if (!canBeOpened({ ...methods, providers: others })) throw fail('cannot_unlink_last_provider')
      await identitiesIn(tx).remove(id, name)
      await challengesIn(tx).removeAllOf(id)
      const subject = { actorId: id, targetUserId: id, sessionId: caller.session.id }
      await tx.record('oauth.unlinked', { ...subject, metadata: { provider: name } })
      await tx.notify('provider-unlinked', account, { provider: label })
    })
    return { message: `${label} is no longer linked to your account.` }
  },
})
