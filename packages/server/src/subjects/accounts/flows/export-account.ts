import { endpoint } from '../../../gate/deps.ts'
import { limitShare } from '../../../gate/limits/share-limits.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { AccountExport } from '../steps/account-export.ts'
import { exportOf } from '../steps/export-account.ts'

export const exportAccount = endpoint({
  route: 'POST /auth/account/export',
  summary: 'Everything that is kept about the account, as a file',
  auth: 'elevated',
  partOf: 'lifecycle.accountExport',
  limit: 'general',
  reply: AccountExport,
  errors: [],

  async handle(call) {
    const { caller, deps } = call
    const { id } = caller.account
    await inTransaction(call, async (tx) => {
      await limitShare(tx, deps, 'account-export', id)
      await tx.record('account.exported', { actorId: id, targetUserId: id, sessionId: caller.session.id })
    })
    return new Answer(await exportOf(deps, caller), {}, `account-${timestamp(deps.clock.now()).slice(0, 10)}.json`)
  },
})
