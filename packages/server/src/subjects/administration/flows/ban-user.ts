import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { endSessions } from '../../../gate/access/end-access.ts'
import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { cancelEmailChange } from '../../email-change/index.ts'
import { endKeysOf } from '../../keys/index.ts'

const REASON_LENGTH = 500

const shared = { params: { id: 'The account.' }, auth: 'admin', scope: 'users:write', limit: 'general', reply: Message } as const

const BanReason = Type.Optional(
  Type.String({ description: `One line of at most ${REASON_LENGTH} characters, for administrators alone.` }),
)

/** Ends every session and refresh token at once; a sign-in under way fails because the credential version has changed. */
export const banUser = endpoint({
  ...shared,
  route: 'PATCH /admin/users/{id}/ban',
  summary: 'Ban an account',
  body: Type.Object({ reason: BanReason }),
  errors: ['validation_error', 'user_not_found', 'insufficient_scope', 'already_banned', 'last_admin'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const reason = body.reason?.trim() ? visibleLine(body.reason, REASON_LENGTH) : ''
    if (reason === undefined)
      throw fail('validation_error', { message: `A reason is one line of at most ${REASON_LENGTH} characters.` })
    const actorId = actorOf(caller)
    await inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      if (await isLastAdmin(tx, deps, account)) throw fail('last_admin')
      if (account.bannedAt !== undefined) throw fail('already_banned')
      await accountsIn(tx).setBanned(account.id, reason || undefined, deps.clock.now())
      await endKeysOf(tx, account.id, 'banned', actorId)
      await endSessions(tx, account.id, { actorId })
      await cancelEmailChange(tx, account.id, 'credentials', actorId)
      await tx.record('admin.user.banned', { actorId, targetUserId: account.id, metadata: reason ? { reason } : {} })
    })
    return { message: 'The account was banned.' }
  },
})

export const unbanUser = endpoint({
  ...shared,
  route: 'PATCH /admin/users/{id}/unban',
  summary: 'Lift a ban',
  errors: ['user_not_found', 'insufficient_scope', 'not_banned'],

  async handle(call) {
    const { caller, deps, fail } = call
    await inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      if (account.bannedAt === undefined) throw fail('not_banned')
      await accountsIn(tx).liftBan(account.id, deps.clock.now())
      await tx.record('admin.user.unbanned', { actorId: actorOf(caller), targetUserId: account.id })
    })
    return { message: 'The ban was lifted.' }
  },
})
