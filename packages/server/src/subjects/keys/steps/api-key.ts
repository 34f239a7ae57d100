import { type Acting, lockActor } from '../../../gate/access/lock-actor.ts'
import { covers } from '../../../gate/accounts/admin-scopes.ts'
import { type Recorder, record } from '../../../gate/audit/audit.ts'
import type { Caller, Context, Deps } from '../../../gate/deps.ts'
import { lookUpSecret } from '../../../gate/limits/look-up-secret.ts'
import { tellOfKey } from '../../../gate/mails/tell-administrators.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import type { Stranger } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import type { Store } from '../../../platform/store/store.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type ApiKey, apiKeysIn } from '../tables/api-keys.ts'

const PREFIX = 'lk_'
/** `lastUsedAt` may be this stale, so that not every request of a backend writes. */
const TOUCH_AFTER_MS = 60_000

type Keeper = Recorder & { readonly deps: Pick<Deps, 'clock'> & { readonly store: Store } }

type KeyInput = Pick<ApiKey, 'name' | 'scopes'>

/** Makes a key for an administrator, and tells the other administrators. */
export const createKey = (call: Context & { readonly caller: Caller }, input: KeyInput) =>
  inTransaction(call, async (tx) => {
    // Taking the role or the credentials away locks the same row, so that such a change either ends the key or is seen here.
    const maker = await lockUnchanged(tx)
    if (maker?.role !== 'admin') return 'forbidden'
    if (!covers(maker.adminScopes, input.scopes)) return 'insufficient_scope'
    const made = await addKey(tx, call, input, maker.id)
    if (made) await tellOfKey(tx, made.key)
    return made ?? 'too-many'
  })

/** Makes a key for the operator. Undefined when there are too many keys already. */
export const createOwnKey = (context: Keeper, input: KeyInput) =>
  context.deps.store.transaction((tx) => addKey(tx, context, input, undefined))

export async function addKey(tx: Connection, context: Recorder, { name, scopes }: KeyInput, createdBy: string | undefined) {
  const createdAt = context.deps.clock.now()
  const secret = `${PREFIX}${newToken()}`
  const made = { id: newId(createdAt), name, scopes, createdBy, createdAt }
  if (!(await apiKeysIn(tx).add(made, hashToken(secret)))) return undefined
  const metadata = { keyId: made.id, name, scopes: scopes.join(' ') }
  await record(tx, context, 'admin.key.created', { actorId: createdBy, metadata })
  return { key: { ...made, lastUsedAt: undefined, revokedAt: undefined }, secret }
}

/** Backends depend on a key: who may not do everything revokes no other than their own. */
export const revokeKey = (context: Keeper & Acting, id: string, actorId: string | undefined): Promise<'not_found' | undefined> =>
  context.deps.store.transaction(async (tx) => {
    const { scopes } = await lockActor({ ...tx, ...context })
    const key = await apiKeysIn(tx).revoke(id, context.deps.clock.now())
    if (!key) return 'not_found'
    if (scopes !== undefined && key.createdBy !== actorId) throw new Failure('insufficient_scope')
    await record(tx, context, 'admin.key.revoked', { actorId, metadata: { keyId: id, name: key.name } })
    return undefined
  })

export async function recogniseKey(deps: Deps, presented: string, stranger: Stranger): Promise<ApiKey | undefined> {
  if (!presented.startsWith(PREFIX) || !isToken(presented.slice(PREFIX.length))) return undefined
  const [hash, keys] = [hashToken(presented), apiKeysIn(deps.store)]
  const key = await lookUpSecret(deps, hash, () => keys.findByHash(hash), stranger)
  const now = deps.clock.now()
  // No request waits for this note, or fails because the note could not be written.
  if (key && now - (key.lastUsedAt ?? 0) >= TOUCH_AFTER_MS) keys.touch(key.id, now).catch(() => undefined)
  return key
}
