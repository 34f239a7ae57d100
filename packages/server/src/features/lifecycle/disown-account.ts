import { provedElsewhere } from '../../core/access/proved-elsewhere.ts'
import { endpoint } from '../../core/deps.ts'
import { disownAccount as disown } from '../../core/lifecycle/disown-account.ts'
import { Message } from '../../core/views/message.ts'
import { Answer } from '../../kernel/endpoint.ts'

/** Only in a session that began with the first proof of the mailbox, in a browser that the account did not know, a short while ago. */
export const disownAccount = endpoint({
  route: 'POST /auth/account/disown',
  summary: 'Say of an account that another person made with your address: this wasn’t me',
  auth: 'session',
  limit: 'redeem',
  endsSession: true,
  reply: Message,
  errors: ['forbidden'],

  async handle(call) {
    const { caller, deps, fail } = call
    const isInTime = deps.clock.now() < caller.session.createdAt + deps.config.lifecycle.deviceReportTtl
    if (!isInTime || !(await provedElsewhere(deps, caller))) throw fail('forbidden')
    await disown(call, caller.account)
    const message = 'Nothing that others have chosen opens the account any more. We have sent you a link to choose a password.'
    return new Answer({ message }, { session: 'end' })
  },
})
