import { Type } from 'typebox'
import { spentStatesIn } from '../../../gate/codes/tables/spent-states.ts'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { keepOtherSessionsField, passkeyField, stateField } from '../../../gate/views/input-fields.ts'
import { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { changeFactors } from '../../factors/index.ts'
import { readCeremony, sessionCeremony } from '../steps/ceremony.ts'
import { defaultName } from '../steps/passkey-providers.ts'
import { hasMaxPasskeys, PASSKEY_NAME_LENGTH, requirePasskeys } from '../steps/passkey-rules.ts'
import { verifyRegistration } from '../steps/verify-registration.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { passkeyView } from '../views/passkey-view.ts'

/** Everything that was asked of the browser is checked again in its answer. Of two answers to one ceremony, one counts. */
export const addPasskey = endpoint({
  route: 'POST /auth/passkeys',
  summary: 'Add a passkey',
  auth: 'enrolling',
  limit: 'credentials',
  status: 201,
  body: Type.Object({
    state: stateField,
    passkey: passkeyField,
    name: parameter(`What to call it: 1 to ${PASSKEY_NAME_LENGTH} characters; made of its authenticator unless given.`),
    keepOtherSessions: keepOtherSessionsField,
  }),
  reply: PasskeyView,
  errors: ['method_disabled', 'validation_error', 'passkey_invalid', 'passkey_exists', 'passkey_limit'],

  async handle(call) {
    const { body, caller, client, cookies, deps, fail } = call
    const rp = requirePasskeys(deps)
    const { id } = caller.account
    const named = body.name === undefined ? undefined : visibleLine(body.name, PASSKEY_NAME_LENGTH)
    if (body.name !== undefined && named === undefined) throw fail('validation_error')
    const ceremony = readCeremony(deps, body.state, sessionCeremony('register', caller, cookies.passkey))
    const made = ceremony && (await verifyRegistration(rp, ceremony.challenge, body.passkey))
    if (!ceremony || !made) throw fail('passkey_invalid')
    const now = deps.clock.now()
    const name = named ?? defaultName(made.aaguid, client.userAgent)
    const passkey = { ...made, id: newId(now), accountId: id, rpId: rp.id, name, createdAt: now }

    await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      if (!account || !(await spentStatesIn(tx).spend(ceremony.hash, ceremony.expiresAt))) throw fail('passkey_invalid')
      if (await hasMaxPasskeys(tx, deps, id)) throw fail('passkey_limit')
      await passkeysIn(tx).setUserHandle(id, ceremony.userHandle ?? '')
      // Another first passkey was added meanwhile, so the authenticator keeps this one under a handle that is not the account's.
      if ((await passkeysIn(tx).userHandleOf(id)) !== ceremony.userHandle) throw fail('passkey_invalid')
      if (!(await passkeysIn(tx).add(passkey))) throw fail('passkey_exists')
      await changeFactors(tx, account, gatesOf(account), {
        audit: 'passkey.added',
        change: 'passkey-added',
        keepOtherSessions: body.keepOtherSessions,
        metadata: { passkey: passkey.id },
      })
    })
    return passkeyView(deps.config, { ...passkey, lastUsedAt: undefined })
  },
})
