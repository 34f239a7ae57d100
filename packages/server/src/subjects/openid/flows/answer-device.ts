import { Type } from 'typebox'
import { lockCaller } from '../../../gate/access/lock-caller.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { unmetDemand } from '../steps/demands.ts'
import { hashesOfTyped, shownOfDevice, typedCode } from '../steps/device-code.ts'
import { proofOf } from '../steps/proof.ts'
import { clientsIn } from '../tables/clients.ts'
import { deviceCodesIn } from '../tables/device-codes.ts'

/** Once, only in the session that has typed the code, and only to what the page has shown. The page runs it, and it is no route. */
export const answerDevice = endpoint({
  route: 'POST /device',
  summary: 'Let a device in, or not',
  auth: 'session',
  limit: 'general',
  body: Type.Object({
    code: Type.String(),
    shown: Type.String(),
    answer: Type.Union([Type.Literal('allowed'), Type.Literal('denied')]),
  }),
  reply: Type.Object({}),
  errors: ['device_code_unknown', 'request_changed', 'demand_unmet'],

  handle(call) {
    const { body, caller, deps, fail } = call
    const { answer } = body
    const { session } = caller
    return inTransaction(call, async (tx) => {
      const account = await lockCaller(tx)
      const now = deps.clock.now()
      const code = await deviceCodesIn(tx).findClaimed(hashesOfTyped(deps.keys, typedCode(body.code) ?? ''), session.id, now)
      const client = code && (await clientsIn(tx).find(code.clientId))
      if (!code || !client || client.disabledAt !== undefined) throw fail('device_code_unknown')
      if (answer === 'allowed' && body.shown !== shownOfDevice(code, client, account)) throw fail('request_changed')
      if (answer === 'allowed' && (await unmetDemand(tx, deps, client, account, session))) throw fail('demand_unmet')
      const proof = answer === 'allowed' ? await proofOf(tx, session) : undefined
      const isFirst = await deviceCodesIn(tx).answer(code.hash, { sessionId: session.id, answer, proof }, now)
      if (!isFirst) throw fail('device_code_unknown')
      const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id }
      await tx.record(`oidc.device.${answer}`, { ...subject, metadata: { client: client.id } })
      return {}
    })
  },
})
