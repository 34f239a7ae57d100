import { timingSafeEqual } from 'node:crypto'
import type { Context, Deps } from '../../../gate/deps.ts'
import { lookUpSecret } from '../../../gate/limits/look-up-secret.ts'
import type { Stranger } from '../../../platform/kernel/endpoint.ts'
import type { Limit } from '../../../platform/kernel/endpoint-facts.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { isPublic } from '../clients/client.ts'
import { isClientId } from '../clients/client-id.ts'
import type { Refusal } from '../clients/refusals.ts'
import { type ClientSecret, clientSecretsIn } from '../tables/client-secrets.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { noteRefusal } from './note-refusal.ts'
import { clientFailure, type PresentedClient, presentedClient } from './presented-client.ts'

/** How stale the times of last use may be, so that not every request of an application writes. */
const TOUCH_AFTER_MS = 60_000

/** What a route of programs hands on. It counts against no limit of its own, because this does the counting. */
interface ClientCall extends Context {
  readonly authorization: string | undefined
  readonly body: { readonly client_id?: string; readonly client_secret?: string }
  readonly stranger: () => Stranger
  readonly count: (limit: Limit, key?: string) => Promise<void>
}

/** What a route that recognises its client may fail with. */
export const clientErrors = ['invalid_client', 'invalid_request'] as const

/** Enabled or not. */
export const findClient = async (tables: Connection, id: string): Promise<OidcClient | undefined> =>
  isClientId(id) ? clientsIn(tables).find(id) : undefined

/**
 * The client that calls. A secret that this process has met counts by client, so that no stranger in the network of an application can
 * use up its limit; a public client proves nothing, and so its requests count by network alone.
 */
export async function authenticateClient(call: ClientCall): Promise<OidcClient> {
  const presented = presentedClient(call)
  const { id, secret, isBasic } = presented
  const stranger = call.stranger()
  const found = secret === undefined ? await withoutSecret(call, id, stranger) : await bySecret(call, presented, stranger)
  if ('client' in found) {
    if (secret !== undefined) await call.count('key', keyOf(id))
    noteUse(call.deps, found)
    return found.client
  }
  await stranger.count()
  // Only who is refused is counted here: guesses from many networks make no genuine secret wait.
  if (found.refusal !== undefined) await call.count('key', `refused ${keyOf(id)}`)
  if (found.refusal !== undefined) noteRefusal(call.deps, id, found.refusal)
  throw clientFailure(isBasic)
}

const keyOf = (id: string): string => `client ${id}`

type Found =
  | { readonly client: OidcClient; readonly secret?: ClientSecret }
  /** None where there is no such client. */
  | { readonly refusal: Refusal | undefined }

async function withoutSecret({ deps }: ClientCall, id: string, stranger: Stranger): Promise<Found> {
  await stranger.count()
  const client = await findClient(deps.store, id)
  if (!client) return { refusal: undefined }
  if (client.disabledAt !== undefined) return { refusal: 'disabled' }
  return isPublic(client) ? { client } : { refusal: 'secret_missing' }
}

async function bySecret({ deps }: ClientCall, { id, secret = '' }: PresentedClient, stranger: Stranger): Promise<Found> {
  const hash = hashToken(secret)
  let refusal: Refusal | undefined
  const find = async () => {
    const client = await findClient(deps.store, id)
    if (!client) return undefined
    if (isPublic(client)) return refused('secret_of_public_client')
    const match = (await clientSecretsIn(deps.store).allOf(id)).find((one) => isSame(one.hash, hash))
    if (!match) return refused('secret_wrong')
    return isOver(match, deps.clock.now()) ? refused('secret_expired') : { client, secret: match }
  }
  const refused = (why: Refusal): undefined => {
    refusal = why
  }
  const found = await lookUpSecret(deps, hashToken(`${keyOf(id)} ${hash}`), find, stranger)
  if (!found) return { refusal }
  return found.client.disabledAt === undefined ? found : { refusal: 'disabled' }
}

const isOver = ({ expiresAt }: ClientSecret, now: number): boolean => expiresAt !== undefined && expiresAt <= now

/** Hashes tell nothing by the time that comparing them takes, and are compared in constant time all the same. */
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** No request waits for this note, or fails because the note could not be written. */
function noteUse(
  { store, clock }: Deps,
  { client, secret }: { readonly client: OidcClient; readonly secret?: ClientSecret },
): void {
  const now = clock.now()
  const isDue = (at = 0): boolean => now - at >= TOUCH_AFTER_MS
  if (isDue(client.lastUsedAt))
    clientsIn(store)
      .noteUse(client.id, now)
      .catch(() => undefined)
  if (secret && isDue(secret.lastUsedAt))
    clientSecretsIn(store)
      .touch(secret.id, now)
      .catch(() => undefined)
}
