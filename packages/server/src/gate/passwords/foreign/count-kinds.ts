import type { Deps } from '../../deps.ts'
import { needsKey } from '../../hooks.ts'
import type { Chore } from '../../subject.ts'
import { foreignPasswordsIn } from '../tables/foreign-passwords.ts'
import { hashKeysIn } from '../tables/hash-keys.ts'
import { passwordKindsIn } from '../tables/password-kinds.ts'
import { keyIdOf, kindOf } from './kinds.ts'

const SLICE = 500
/** Those that fewer have are too rare to be looked for. */
const MOST_KINDS = 32
/** With more of them, none is removed before some accounts have new hashes. */
const MOST_KEYS = 10_000
const HOUR_MS = 3_600_000
const LEAST_PAUSE_MS = 300_000
const PAUSE_PER_ACCOUNT_MS = 1

interface Count {
  readonly since: number
  readonly kinds: Map<string, number>
  readonly keyIds: Set<string>
  behind: string
}

/**
 * Says from time to time how many accounts have which kind of hash, a slice of them at a time, for as long as there are hashes of other
 * systems. Keys that none of those needs any more are removed.
 */
export function countKinds({ isForced = false } = {}): Chore {
  let count: Count | undefined
  return async ({ deps }, now) => {
    if (!count && !isForced && !(await isDue(deps, now))) return false
    count ??= { since: now, kinds: new Map(), keyIds: new Set(), behind: '' }
    const slice = await foreignPasswordsIn(deps.store).slice(count.behind, SLICE)
    for (const { id, passwordHash } of slice) {
      count.behind = id
      if (passwordHash === undefined) continue
      const [kind, keyId] = [kindOf(passwordHash), keyIdOf(passwordHash)]
      count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1)
      if (keyId !== undefined && count.keyIds.size <= MOST_KEYS) count.keyIds.add(keyId)
    }
    if (slice.length === SLICE) return true
    await finish(deps, count)
    count = undefined
    return false
  }
}

async function isDue({ store, passwords }: Deps, now: number): Promise<boolean> {
  await passwords.refreshDecoys() // another process may have counted
  const counted = await passwordKindsIn(store).counted()
  if (await foreignPasswordsIn(store).hasAny()) {
    return !counted || now - counted.at > LEAST_PAUSE_MS + counted.accounts * PAUSE_PER_ACCOUNT_MS
  }
  if (counted) {
    await store.transaction((tx) => passwordKindsIn(tx).replace([], now))
    await passwords.refreshDecoys()
  }
  await removeUnused(store, now, new Set())
  return false
}

async function finish({ store, passwords }: Deps, { since, kinds, keyIds }: Count): Promise<void> {
  const frequent = [...kinds].sort(([, one], [, other]) => other - one).slice(0, MOST_KINDS)
  await store.transaction((tx) => passwordKindsIn(tx).replace(frequent, since))
  await passwords.refreshDecoys()
  if (keyIds.size <= MOST_KEYS) await removeUnused(store, since, keyIds)
}

/** An import that needs a key says so whenever it writes, and a key that was named in the last hour stays. */
async function removeUnused(store: Deps['store'], since: number, used: ReadonlySet<string>): Promise<void> {
  const before = since - HOUR_MS
  for (const id of await hashKeysIn(store).keptBefore(before, MOST_KEYS)) {
    if (!used.has(id) && !(await needsKey(store, id))) await hashKeysIn(store).remove(id, before)
  }
}
