import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { covers } from '../../../gate/accounts/admin-scopes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { listOf, Message, textField } from '../../../gate/views/fields.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'
import { createKey, revokeKey } from '../steps/api-key.ts'
import { apiKeysIn } from '../tables/api-keys.ts'
import { KeyView, keyView } from '../views/key-view.ts'

/** No key opens these routes: a key must not make keys. */
const alike = { auth: 'admin', scope: 'none', limit: 'general' } as const

/** This answer is the only place where the key is ever shown. */
export const createApiKey = endpoint({
  ...alike,
  route: 'POST /admin/keys',
  summary: 'Make a key for a backend',
  wantsStepUp: true,
  body: Type.Object({
    name: textField('What it is for: 1 to 200 characters on one line.'),
    scopes: listOf(oneOf(KEY_SCOPES), 'What it may do.'),
  }),
  reply: Type.Object({ key: Type.String({ description: 'Shown once, and never again.' }), apiKey: KeyView }),
  status: 201,
  errors: ['name_required', 'invalid_input', 'forbidden', 'insufficient_scope'],

  async handle(call) {
    const { body, caller, fail } = call
    const name = displayName(body.name)
    if (name === undefined) throw fail('name_required')
    const scopes = KEY_SCOPES.filter((scope) => body.scopes.includes(scope))
    if (scopes.length === 0 || !body.scopes.every((scope) => KEY_SCOPES.some((one) => one === scope)))
      throw fail('invalid_input', { message: `scopes must be some of ${KEY_SCOPES.join(', ')}.` })
    // For the types: no key has the scope `none`.
    if ('key' in caller) throw fail('insufficient_scope')
    const made = await createKey({ ...call, caller }, { name, scopes })
    if (made === 'forbidden' || made === 'insufficient_scope') throw fail(made)
    if (made === 'too-many')
      throw fail('invalid_input', { message: 'There are too many keys. Revoke one that is no longer used.' })
    return { key: made.secret, apiKey: keyView(made.key) }
  },
})

export const listApiKeys = endpoint({
  ...alike,
  route: 'GET /admin/keys',
  summary: 'The keys of backends, newest first',
  reply: Type.Object({
    keys: listOf(
      KeyView,
      'The keys, newest first, revoked ones too; to an administrator who is limited, those that open no more than they may.',
    ),
  }),
  errors: [],

  async handle({ caller, deps }) {
    const own = 'key' in caller ? [] : caller.account.adminScopes
    const keys = await apiKeysIn(deps.store).list()
    return { keys: keys.filter(({ scopes }) => covers(own, scopes)).map(keyView) }
  },
})

export const revokeApiKey = endpoint({
  ...alike,
  route: 'DELETE /admin/keys/{id}',
  params: { id: 'The key.' },
  summary: 'Revoke a key: from now on it opens nothing',
  reply: Message,
  errors: ['not_found', 'insufficient_scope'],

  async handle(call) {
    const { params, caller, fail } = call
    const refusal = isId(params.id) ? await revokeKey(call, params.id, actorOf(caller)) : 'not_found'
    if (refusal) throw fail(refusal)
    return { message: 'The key was revoked.' }
  },
})
