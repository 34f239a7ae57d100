import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { Stranger } from '../../kernel/stranger.ts'
import { hashToken, isToken, newToken } from '../../kernel/tokens.ts'
import type { Store } from '../../store/store.ts'
import type { ApiKey } from '../../store/tables/api-keys.ts'
import { type Recorder, record } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { askAbout } from '../limits/ask-about.ts'

const PREFIX = 'lk_'
/** How stale the note of the last use may be. */
const TOUCH_AFTER_MS = 60_000

type Keeper = Recorder & { readonly deps: Pick<Deps, 'clock'> & { readonly store: Store } }

interface Wanted {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdBy: string | undefined
}

/** A new key, and the only time that it is shown. Undefined when there are too many already. */
export async function createKey(
  context: Keeper,
  { name, scopes, createdBy }: Wanted,
): Promise<{ readonly key: ApiKey; readonly secret: string } | undefined> {
  const { store, clock } = context.deps
  const createdAt = clock.now()
  const secret = `${PREFIX}${newToken()}`
  const made = { id: newId(createdAt), name, scopes, createdBy, createdAt }
  const isAdded = await store.transaction(async (tx) => {
    if (!(await tx.apiKeys.add(made, hashToken(secret)))) return false
    const metadata = { keyId: made.id, name, scopes: scopes.join(' ') }
    await record(tx, context, 'admin.key.created', { actorId: createdBy, metadata })
    return true
  })
  return isAdded ? { key: { ...made, lastUsedAt: undefined, revokedAt: undefined }, secret } : undefined
}

/** False when there is no such key in use. It opens nothing from the next request on. */
export async function revokeKey(context: Keeper, id: string, actorId: string | undefined): Promise<boolean> {
  const { store, clock } = context.deps
  return store.transaction(async (tx) => {
    const key = await tx.apiKeys.revoke(id, clock.now())
    if (key) await record(tx, context, 'admin.key.revoked', { actorId, metadata: { keyId: id, name: key.name } })
    return key !== undefined
  })
}

/** The key behind what a client presents, if it is in use. */
export async function recogniseKey(deps: Deps, presented: string, stranger: Stranger): Promise<ApiKey | undefined> {
  if (!presented.startsWith(PREFIX) || !isToken(presented.slice(PREFIX.length))) return undefined
  const { store, clock } = deps
  const hash = hashToken(presented)
  const key = await askAbout(deps, hash, () => store.apiKeys.findByHash(hash), stranger)
  const now = clock.now()
  // Bookkeeping: no request waits for it, or fails because it could not be written.
  if (key && now - (key.lastUsedAt ?? 0) >= TOUCH_AFTER_MS) store.apiKeys.touch(key.id, now).catch(() => undefined)
  return key
}
