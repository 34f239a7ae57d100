import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { banAccount, liftBan, REASON_LENGTH, readReason } from '../steps/ban-account.ts'

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
    const { body, caller, fail } = call
    const reason = readReason(body.reason)
    if (reason === undefined)
      throw fail('validation_error', { message: `A reason is one line of at most ${REASON_LENGTH} characters.` })
    await inTransaction(call, async (tx) => {
      const refusal = await banAccount(tx, await lockUser(tx), reason, actorOf(caller))
      if (refusal) throw fail(refusal)
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
    const { caller, fail } = call
    await inTransaction(call, async (tx) => {
      const refusal = await liftBan(tx, await lockUser(tx), actorOf(caller))
      if (refusal) throw fail(refusal)
    })
    return { message: 'The ban was lifted.' }
  },
})
