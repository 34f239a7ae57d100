import { canBeOpened, waysIn } from '../../../gate/access/ways-in.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { owesAdminFactor } from '../../../gate/factors/gates.ts'
import { challengesIn } from '../../../gate/factors/tables/challenges.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/message.ts'
import { identitiesIn } from '../tables/identities.ts'
import { findProvider } from './find-provider.ts'

/**
 * Takes a provider away again, unless nothing else would open the account. A sign-in through it that still waits for its
 * second factor ends with it, and so do the others: which way each of them came is not told apart. The owner is told by mail.
 */
export const unlinkProvider = endpoint({
  route: 'POST /auth/oauth/{provider}/unlink',
  params: { provider: 'A name out of `GET /auth/oauth/providers`.' },
  summary: 'Remove a sign-in provider from the account',
  auth: 'guarded',
  limit: 'general',
  reply: Message,
  errors: [
    'not_found',
    'provider_not_found',
    'provider_not_linked',
    'cannot_unlink_last_provider',
    'user_not_found',
    'two_factor_required',
  ],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const provider = findProvider(deps, params.provider)
    if (typeof provider === 'string') throw fail(provider)
    if (owesAdminFactor(deps, caller.account, caller.session)) throw fail('two_factor_required')
    const { id } = caller.account
    await inTransaction(call, async (tx) => {
      const account = await accountsIn(tx).lock(id, deps.clock.now())
      if (!account) throw fail('user_not_found')
      const ways = await waysIn(tx, deps, account)
      if (!ways.providers.includes(provider.name)) throw fail('provider_not_linked')
      const others = ways.providers.filter((name) => name !== provider.name)
      if (!canBeOpened({ ...ways, providers: others })) throw fail('cannot_unlink_last_provider')
      await identitiesIn(tx).remove(id, provider.name)
      await challengesIn(tx).removeAllOf(id)
      const subject = { actorId: id, targetUserId: id, sessionId: caller.session.id, metadata: { provider: provider.name } }
      await tx.record('oauth.unlinked', subject)
      await tx.notify('provider-unlinked', account, { provider: provider.label })
    })
    return { message: `${provider.label} is no longer linked to your account.` }
  },
})
