import { Type } from 'typebox'
import { lockCaller } from '../../../gate/access/lock-caller.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { hashesOfTyped, typedCode } from '../steps/device-code.ts'
import { countGuess } from '../steps/device-guesses.ts'
import { clientsIn } from '../tables/clients.ts'
import { deviceCodesIn } from '../tables/device-codes.ts'

/**
 * Typing the code of a device claims it for this session, and no other one can answer it from then on. A code that another session has is
 * answered like one that no device shows. The page runs it, and it is no route.
 */
export const claimDevice = endpoint({
  route: 'POST /device',
  summary: 'Type the code of a device',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ code: Type.String() }),
  reply: Type.Object({}),
  errors: ['device_code_unknown'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const typed = typedCode(body.code)
    if (typed === undefined) throw fail('device_code_unknown')
    const giveBack = await countGuess(call)
    const isClaimed = await inTransaction(call, async (tx) => {
      const account = await lockCaller(tx)
      const by = { accountId: account.id, sessionId: caller.session.id }
      const code = await deviceCodesIn(tx).claim(hashesOfTyped(deps.keys, typed), by, deps.clock.now())
      const client = code && (await clientsIn(tx).find(code.clientId))
      if (!code || !client || client.disabledAt !== undefined) return false
      const subject = { actorId: account.id, targetUserId: account.id, sessionId: caller.session.id }
      await tx.record('oidc.device.claimed', { ...subject, metadata: { client: client.id } })
      return true
    })
    if (!isClaimed) throw fail('device_code_unknown')
    await giveBack()
    return {}
  },
})
