import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { hashOfReport } from '../../email-change/steps/change-code.ts'
import { reportDevice as report } from '../steps/report-device.ts'

export const reportDevice = endpoint({
  route: 'POST /auth/devices/report',
  summary: 'Say of a sign-in: this wasn’t me',
  auth: 'none',
  limit: 'redeem',
  endsSession: true,
  body: Type.Object({ code: Type.String() }),
  reply: Message,
  errors: ['code_invalid', 'code_already_used', 'code_expired'],

  async handle(call) {
    const { body, deps, fail } = call
    const outcome = await deps.store.transaction((tx) => report(tx, call, hashOfReport(body.code)))
    const ended = 'Every session was ended and the password is void.'
    if (outcome === 'disabled') return { message: ended }
    if (outcome === 'reset-mailed') return { message: `${ended} We have sent you a link to choose a new one.` }
    throw fail(outcome)
  },
})
