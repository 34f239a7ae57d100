import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { countField, listOf, textField } from '../../../gate/views/fields.ts'
import { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { PASSKEY_NAME_LENGTH } from '../steps/passkey-rules.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { passkeyView } from '../views/passkey-view.ts'

export const renamePasskey = endpoint({
  route: 'PATCH /auth/passkeys/{id}',
  params: { id: 'The passkey.' },
  summary: 'Give a passkey another name',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ name: textField(`What to call it: 1 to ${PASSKEY_NAME_LENGTH} characters.`) }),
  reply: PasskeyView,
  errors: ['validation_error', 'passkey_not_found'],

  async handle(call) {
    const { body, params, deps, fail } = call
    const { account, session } = call.caller
    if (!isId(params.id)) throw fail('passkey_not_found')
    const name = visibleLine(body.name, PASSKEY_NAME_LENGTH)
    if (name === undefined)
      throw fail('validation_error', { message: `A name has 1 to ${PASSKEY_NAME_LENGTH} visible characters.` })
    const passkey = await inTransaction(call, async (tx) => {
      await accountsIn(tx).lock(account.id, deps.clock.now())
      const renamed = await passkeysIn(tx).rename(account.id, params.id, name)
      if (!renamed) throw fail('passkey_not_found')
      const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id }
      await tx.record('passkey.renamed', { ...subject, metadata: { passkey: renamed.id } })
      return renamed
    })
    return passkeyView(deps.config, passkey)
  },
})

export const listPasskeys = endpoint({
  route: 'GET /auth/passkeys',
  summary: 'The passkeys of the account',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ passkeys: listOf(PasskeyView, 'The passkeys, oldest first.'), total: countField('How many there are.') }),
  errors: [],

  async handle({ caller, deps: { store, config } }) {
    const passkeys = await passkeysIn(store).listOf(caller.account.id)
    return { passkeys: passkeys.map((passkey) => passkeyView(config, passkey)), total: passkeys.length }
  },
})
