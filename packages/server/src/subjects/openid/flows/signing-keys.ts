import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { type Acting, lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { listOf } from '../../../gate/views/fields.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { ALGORITHMS } from '../clients/client.ts'
import { makeFirstKeys } from '../keys/keep-keys.ts'
import { KeyView, keyView } from '../keys/key-view.ts'
import { rotateKey } from '../keys/rotate.ts'
import { clientsIn } from '../tables/clients.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'

const Keys = Type.Object({
  keys: listOf(KeyView, 'Those that begin to sign last come first; none before the first application.'),
})

export const listSigningKeys = endpoint({
  route: 'GET /admin/oidc/keys',
  summary: 'The keys that sign the tokens of applications',
  auth: 'admin',
  scope: 'clients:read',
  limit: 'general',
  reply: Keys,
  errors: [],

  async handle({ deps: { store, sharedTime } }) {
    const now = sharedTime.now()
    return { keys: (await signingKeysIn(store).list()).map((key) => keyView(key, now)) }
  },
})

/** Whatever signs decides whom every application lets in: no key of a backend opens this. */
export const rotateSigningKeys = endpoint({
  route: 'POST /admin/oidc/keys/rotate',
  summary: 'Sign with other keys',
  auth: 'admin',
  scope: 'clients:write',
  wantsStepUp: true,
  limit: 'general',
  body: Type.Object({
    now: Type.Boolean({
      description:
        'Only after a leak: the next keys sign at once, and nothing counts any more that others have signed. Otherwise they are published a day before they sign.',
    }),
  }),
  reply: Keys,
  errors: ['client_not_found', 'insufficient_scope'],

  async handle(call) {
    const { caller, fail, deps } = call
    if ('key' in caller) throw fail('insufficient_scope') // for the types: no key can be made with this scope
    if (!(await clientsIn(deps.store).hasAny())) throw fail('client_not_found')
    await makeFirstKeys(deps)
    const why = call.body.now ? 'leaked' : 'asked'
    const lock = async (tx: Connection & Acting) => void (await lockActor(tx))
    for (const algorithm of ALGORITHMS) await rotateKey(call, algorithm, why, { lock, actorId: actorOf(caller) })
    const now = deps.sharedTime.now()
    return { keys: (await signingKeysIn(deps.store).list()).map((key) => keyView(key, now)) }
  },
})
