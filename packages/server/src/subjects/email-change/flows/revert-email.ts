import { Type } from 'typebox'
import { hashOfReport } from '../../../gate/access/report-link.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { reportDevice as report } from '../../devices/steps/report-device.ts'
import { hashOfRevert } from '../steps/change-code.ts'
import { revertEmail as revert } from '../steps/revert-email.ts'

const byMailedLink = {
  auth: 'none',
  limit: 'redeem',
  endsSession: true,
  body: Type.Object({ code: Type.String() }),
  reply: Message,
  errors: ['code_invalid', 'code_already_used', 'code_expired'],
} as const

/** It goes on working where changes are switched off: what was mailed before has to hold. */
export const revertEmail = endpoint({
  ...byMailedLink,
  route: 'POST /auth/email/change/revert',
  summary: 'Take a change of address back',

  async handle(call) {
    const { body, deps, fail } = call
    const refusal = await deps.store.transaction((tx) => revert(tx, call, hashOfRevert(body.code)))
    if (refusal) throw fail(refusal)
    return { message: 'The account has its old address again. We have sent a link there to choose a new password.' }
  },
})

export const reportDevice = endpoint({
  ...byMailedLink,
  route: 'POST /auth/devices/report',
  summary: 'Say of a sign-in: this wasn’t me',

  async handle(call) {
    const { body, deps, fail } = call
    const outcome = await deps.store.transaction((tx) => report(tx, call, hashOfReport(body.code)))
    const ended = 'Every session was ended and the password is void.'
    if (outcome === 'disabled') return { message: ended }
    if (outcome === 'reset-mailed') return { message: `${ended} We have sent you a link to choose a new one.` }
    throw fail(outcome)
  },
})
