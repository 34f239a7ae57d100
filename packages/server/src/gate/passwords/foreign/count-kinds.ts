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
/** Of a file in which each account has a key of its own, so many are looked at with each count. */
const MOST_KEYS = 10_000
const HOUR_MS = 3_600_000
const LEAST_PAUSE_MS = 300_000
const PAUSE_PER_ACCOUNT_MS = 1

interface Count {
  readonly since: number
  readonly kinds: Map<string, number>
  /** Keys that no hash has named so far. */
  readonly unused: Set<string>
  /** The last of them, where there are more. */
  readonly lastKey: string
  behind: string
}

/**
 * Says from time to time how many accounts have which kind of hash, a slice of them at a time, for as long as there are hashes of other
 * systems. Keys that none of those needs any more are removed.
 */
export function countKinds({ isForced = false } = {}): Chore {
  let count: Count | undefined
  let lastKey = ''
  return async ({ deps }, now) => {
    if (!count && !isForced && !(await isDue(deps, now))) return false
    count ??= { since: now, kinds: new Map(), behind: '', ...(await oldKeys(deps, now, lastKey)) }
    const slice = await foreignPasswordsIn(deps.store).slice(count.behind, SLICE)
    for (const { id, passwordHash } of slice) {
      count.behind = id
      if (passwordHash === undefined) continue
      const [kind, keyId] = [kindOf(passwordHash), keyIdOf(passwordHash)]
      count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1)
      if (keyId !== undefined) count.unused.delete(keyId)
    }
    if (slice.length === SLICE) return true
    await finish(deps, count)
    lastKey = count.lastKey
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
  await removeUnused(store, now, (await oldKeys({ store }, now, '')).unused)
  return false
}

async function finish({ store, passwords }: Deps, { since, kinds, unused }: Count): Promise<void> {
  const frequent = [...kinds].sort(([, one], [, other]) => other - one).slice(0, MOST_KINDS)
  await store.transaction((tx) => passwordKindsIn(tx).replace(frequent, since))
  await passwords.refreshDecoys()
  await removeUnused(store, since, unused)
}

/** An import that needs a key says so whenever it writes, and a key that was named in the last hour stays. */
async function oldKeys({ store }: Pick<Deps, 'store'>, now: number, behind: string): Promise<Pick<Count, 'unused' | 'lastKey'>> {
  const ids = await hashKeysIn(store).keptBefore(now - HOUR_MS, behind, MOST_KEYS)
  return { unused: new Set(ids), lastKey: ids.length === MOST_KEYS ? (ids.at(-1) ?? '') : '' }
}

async function removeUnused(store: Deps['store'], since: number, unused: ReadonlySet<string>): Promise<void> {
  for (const id of unused) if (!(await needsKey(store, id))) await hashKeysIn(store).remove(id, since - HOUR_MS)
}
