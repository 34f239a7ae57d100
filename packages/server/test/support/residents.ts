import { accountsIn } from '../../src/gate/accounts/tables/accounts.ts'
import { openStore } from '../../src/gate/assembly/open-store.ts'
import { argon2Hasher } from '../../src/gate/passwords/argon2-hasher.ts'
import { refreshTokensIn } from '../../src/gate/sessions/tables/refresh-tokens.ts'
import { sessionsIn } from '../../src/gate/sessions/tables/sessions.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import type { Scope } from '../../src/platform/kernel/scopes.ts'
import { hashToken, newToken } from '../../src/platform/kernel/tokens.ts'
import type { Engine } from '../../src/platform/store/engine.ts'
import { someAccount } from './some-account.ts'
import { PASSWORD } from './world.ts'

interface SignedIn {
  readonly id: string
  readonly token: string
  readonly refresh: string
}

export interface Resident {
  readonly id: string
  readonly email: string
  /** The one that is watched has been unused for longest. */
  readonly watched: SignedIn
  readonly other: SignedIn
}

interface ResidentOptions {
  readonly sessions?: number | undefined
  readonly role?: 'user' | 'admin'
  /** Everything, unless given. */
  readonly adminScopes?: readonly Scope[] | undefined
  readonly now?: number
}

const DAY_MS = 86_400_000
/** Less than it takes to note anew that a session was used. */
const A_WHILE_MS = 10_000

/** Cheap, so that a thousand accounts are made and their passwords compared in seconds. */
const cheap = argon2Hasher.hash(PASSWORD, { memoryKib: 64, timeCost: 1, parallelism: 1 })
let made = 0

/** Somebody with a password and so many sessions, put into the tables directly: that is nothing anybody keeps. */
export async function resident(
  engine: Engine,
  { sessions = 2, role = 'user', adminScopes, now = Date.now() }: ResidentOptions = {},
): Promise<Resident> {
  const email = `resident-${process.pid}-${++made}@example.com`
  const account = someAccount({ id: newId(now), email, role, adminScopes, passwordHash: await cheap, createdAt: now })
  return openStore(engine).transaction(async (tx) => {
    await accountsIn(tx).add(account)
    const signedIn: SignedIn[] = []
    for (let n = 0; n < sessions; n++) {
      const one = { id: newId(now), token: newToken(), refresh: newToken() }
      const createdAt = now - A_WHILE_MS + n
      const lasting = { expiresAt: now + DAY_MS, refreshExpiresAt: now + DAY_MS }
      const row = { id: one.id, accountId: account.id, ipAddress: '', userAgent: '', secondFactorAt: undefined }
      const elevation = { method: 'password', at: createdAt } as const
      await sessionsIn(tx).add({ ...row, createdAt, ...lasting }, { method: 'password' }, elevation, hashToken(one.token))
      await refreshTokensIn(tx).add({
        hash: hashToken(one.refresh),
        sessionId: one.id,
        generation: 1,
        expiresAt: lasting.refreshExpiresAt,
        cookie: undefined,
      })
      signedIn.push(one)
    }
    const [watched, other = watched] = signedIn
    if (!watched || !other) throw new Error('a resident is signed in')
    return { id: account.id, email, watched, other }
  })
}
