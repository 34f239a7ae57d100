import { byMailedLink } from '../../../gate/codes/by-mailed-link.ts'
import { endpoint } from '../../../gate/deps.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { hashOfRevert } from '../steps/change-code.ts'
import { revertEmail as revert } from '../steps/revert-email.ts'

/** Links that were mailed before keep working after the operator has switched changes of address off. */
export const revertEmail = endpoint({
  ...byMailedLink,
  route: 'POST /auth/email/change/revert',
  summary: 'Take a change of address back',

  async handle(call) {
    const { body, deps, fail } = call
    const refusal = await inTransaction(call, (tx) => revert(tx, hashOfRevert(body.code)))
    if (refusal) throw fail(refusal)
    const back = 'The account has its old address again.'
    const isMailed = hasPasswords(deps.config)
    return { message: isMailed ? `${back} We have sent a link there to choose a new password.` : back }
  },
})
