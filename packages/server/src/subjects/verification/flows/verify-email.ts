import { Type } from 'typebox'
import { hashOfCode } from '../../../gate/codes/code-mail.ts'
import { endpoint } from '../../../gate/deps.ts'
import { withLocks } from '../../../gate/hooks.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { answerSignIn, Gated, SessionResult } from '../../../gate/views/entry-view.ts'
import { mailedCodeField } from '../../../gate/views/input-fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { comparePassword } from './compare-password.ts'
import { otherAccount } from './other-account.ts'
import { proveAddress, REFUSALS } from './prove-address.ts'

const provedElsewhere = Type.Optional(
  Type.Literal(true, {
    description:
      'The mailbox was proved for the first time, in a browser that the account did not know and without its password: what was set before is removed. The password is not: ask its owner whether they chose it.',
  }),
)

/** The new session replaces the one of this browser. For a banned account everything is rolled back, and the code stays good. */
export const verifyEmail = endpoint({
  route: 'POST /auth/verify-email',
  summary: 'Verify an email address with a mailed code',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({
    code: mailedCodeField,
    password: Type.String({ default: '', description: 'Shows that whoever has the code has made the account too.' }),
    discardPassword: Type.Optional(Type.Boolean({ description: 'Somebody else has made the account: its password is void.' })),
    keepOtherAccount: Type.Optional(Type.Boolean({ description: 'Refuse where this browser is signed in to another account.' })),
    leaving: Type.Optional(Type.String({ description: 'The address of the one other account that may be left all the same.' })),
  }),
  reply: Type.Union([
    Type.Object(
      { ...SessionResult.properties, provedElsewhere },
      { title: 'VerifiedSession', description: 'The address is confirmed, and somebody is signed in.' },
    ),
    Type.Object(
      { ...Gated.properties, provedElsewhere },
      { title: 'VerifiedGated', description: 'The address is confirmed; no session before a second factor is shown.' },
    ),
  ]),
  errors: [...Object.values(REFUSALS), 'invalid_credentials', 'other_account', 'user_not_found', 'user_banned', 'overloaded'],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const hashes = hashOfCode(deps, 'email-verification', body.code)
    const choice = body.keepOtherAccount ? await otherAccount(call, cookies, hashes, body.leaving) : undefined
    if (choice) throw fail('other_account', { choice })
    const compared =
      body.password === '' || !hasPasswords(deps.config) ? undefined : await comparePassword(call, hashes, body.password)
    if (compared === 'wrong') throw fail('invalid_credentials')

    const disowns = body.discardPassword === true
    const { removed, outcome } = await withLocks(call, (tx) => proveAddress(tx, { hashes, disowns, compared }))
    const answer = answerSignIn(outcome)
    const reply = { ...answer.body, ...(removed && { provedElsewhere: true as const }) }
    return new Answer(reply, { ...answer.cookies, ...(cookies.newcomer !== undefined && { newcomer: 'end' as const }) })
  },
})
