import { hashOfReport } from '../../../gate/access/report-link.ts'
import { byMailedLink } from '../../../gate/codes/by-mailed-link.ts'
import { endpoint } from '../../../gate/deps.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { reportDevice as report } from '../steps/report-device.ts'

export const reportDevice = endpoint({
  ...byMailedLink,
  route: 'POST /auth/devices/report',
  summary: 'Say of a sign-in: this wasn’t me',

  async handle(call) {
    const outcome = await inTransaction(call, (tx) => report(tx, hashOfReport(call.body.code)))
    if (outcome === 'disabled' && !hasPasswords(call.deps.config)) return { message: 'Every session was ended.' }
    const ended = 'Every session was ended and the password is void.'
    if (outcome === 'disabled') return { message: ended }
    if (outcome === 'reset-mailed') return { message: `${ended} We have sent you a link to choose a new one.` }
    throw call.fail(outcome)
  },
})
