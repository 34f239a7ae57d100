import { type Recorder, record } from '../../../gate/audit/audit.ts'
import type { Caller, Context, Deps } from '../../../gate/deps.ts'
import { askAbout } from '../../../gate/limits/ask-about.ts'
import { tellOfKey } from '../../../gate/mails/tell-administrators.ts'
import { holdUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Scope } from '../../../platform/kernel/scopes.ts'
import type { Stranger } from '../../../platform/kernel/stranger.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import type { Store } from '../../../platform/store/store.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type ApiKey, apiKeysIn } from '../tables/api-keys.ts'

const PREFIX = 'lk_'
/** How stale the note of the last use may be. */
const TOUCH_AFTER_MS = 60_000

type Keeper = Recorder & { readonly deps: Pick<Deps, 'clock'> & { readonly store: Store } }

interface KeyInput {
  readonly name: string
  readonly scopes: readonly Scope[]
}

/** A key, and the only time that it is shown. */
interface Made {
  readonly key: ApiKey
  readonly secret: string
}

/** A new key of an administrator's, which the others are told of; or why there is none. */
export async function createKey(
  call: Context & { readonly caller: Caller },
  wanted: KeyInput,
): Promise<Made | 'forbidden' | 'too-many'> {
  return inTransaction(call, async (tx) => {
    // What takes the role, or the credentials, holds the same row: such a change ends the key, or is seen here.
    const maker = await holdUnchanged(tx)
    if (maker?.role !== 'admin') return 'forbidden'
    const made = await addKey(tx, call, wanted, maker.id)
    if (made) await tellOfKey(tx, made.key)
    return made ?? 'too-many'
  })
}

/** A new key of the operator's. Undefined when there are too many already. */
export const createOwnKey = (context: Keeper, wanted: KeyInput): Promise<Made | undefined> =>
  context.deps.store.transaction((tx) => addKey(tx, context, wanted, undefined))

async function addKey(
  tx: Connection,
  context: Recorder,
  { name, scopes }: KeyInput,
  createdBy: string | undefined,
): Promise<Made | undefined> {
  const createdAt = context.deps.clock.now()
  const secret = `${PREFIX}${newToken()}`
  const made = { id: newId(createdAt), name, scopes, createdBy, createdAt }
  if (!(await apiKeysIn(tx).add(made, hashToken(secret)))) return undefined
  const metadata = { keyId: made.id, name, scopes: scopes.join(' ') }
  await record(tx, context, 'admin.key.created', { actorId: createdBy, metadata })
  return { key: { ...made, lastUsedAt: undefined, revokedAt: undefined }, secret }
}

/** False when there is no such key in use. It opens nothing from the next request on. */
export async function revokeKey(context: Keeper, id: string, actorId: string | undefined): Promise<boolean> {
  const { store, clock } = context.deps
  return store.transaction(async (tx) => {
    const key = await apiKeysIn(tx).revoke(id, clock.now())
    if (key) await record(tx, context, 'admin.key.revoked', { actorId, metadata: { keyId: id, name: key.name } })
    return key !== undefined
  })
}

/** The key behind what a client presents, if it is in use. */
export async function recogniseKey(deps: Deps, presented: string, stranger: Stranger): Promise<ApiKey | undefined> {
  if (!presented.startsWith(PREFIX) || !isToken(presented.slice(PREFIX.length))) return undefined
  const { store, clock } = deps
  const hash = hashToken(presented)
  const key = await askAbout(deps, hash, () => apiKeysIn(store).findByHash(hash), stranger)
  const now = clock.now()
  // Bookkeeping: no request waits for it, or fails because it could not be written.
  if (key && now - (key.lastUsedAt ?? 0) >= TOUCH_AFTER_MS)
    apiKeysIn(store)
      .touch(key.id, now)
      .catch(() => undefined)
  return key
}
