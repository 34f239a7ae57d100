import { Type } from 'typebox'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { PASSKEY_NAME_LENGTH } from '../../core/passkeys/passkey-rules.ts'
import { PasskeyView, passkeyView } from '../../core/views/passkey-view.ts'
import { visibleLine } from '../../kernel/display-name.ts'
import { isId } from '../../kernel/ids.ts'
import { accountsIn } from '../../store/tables/accounts.ts'
import { passkeysIn } from '../../store/tables/passkeys.ts'

export const renamePasskey = endpoint({
  route: 'PATCH /auth/passkeys/{id}',
  params: { id: 'The passkey.' },
  summary: 'Give a passkey another name',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ name: Type.String() }),
  reply: PasskeyView,
  errors: ['validation_error', 'passkey_not_found'],

  async handle(call) {
    const { body, params, caller, deps, fail } = call
    const { account, session } = caller
    if (!isId(params.id)) throw fail('passkey_not_found')
    const name = visibleLine(body.name, PASSKEY_NAME_LENGTH)
    if (name === undefined)
      throw fail('validation_error', { message: `A name has 1 to ${PASSKEY_NAME_LENGTH} visible characters.` })
    const passkey = await deps.store.transaction(async (tx) => {
      await accountsIn(tx).lock(account.id, deps.clock.now())
      const renamed = await passkeysIn(tx).rename(account.id, params.id, name)
      if (!renamed) throw fail('passkey_not_found')
      const metadata = { passkey: renamed.id }
      await record(tx, call, 'passkey.renamed', {
        actorId: account.id,
        targetUserId: account.id,
        sessionId: session.id,
        metadata,
      })
      return renamed
    })
    return passkeyView(deps.config, passkey)
  },
})
