import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { AccountExport } from '../../core/lifecycle/account-export.ts'
import { exportOf } from '../../core/lifecycle/export-account.ts'
import { limitDaily } from '../../core/limits/daily-limits.ts'
import { timestamp } from '../../kernel/clock.ts'
import { Answer } from '../../kernel/endpoint.ts'

export const exportAccount = endpoint({
  route: 'POST /auth/account/export',
  summary: 'Everything that is kept about the account, as a file',
  auth: 'elevated',
  partOf: 'account-export',
  limit: 'general',
  reply: AccountExport,
  errors: [],

  async handle(call) {
    const { caller, deps } = call
    const { account, session } = caller
    await deps.store.transaction(async (tx) => {
      await limitDaily(tx, deps, 'account-export', account.id)
      await record(tx, call, 'account.exported', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
    })
    const day = timestamp(deps.clock.now()).slice(0, 10)
    return new Answer(await exportOf(deps, caller), {}, `account-${day}.json`)
  },
})
