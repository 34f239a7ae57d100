import { type Acting, lockActor } from '../../../gate/access/lock-actor.ts'
import type { AdminScopes } from '../../../gate/accounts/admin-scopes.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { tellOfClient } from '../../../gate/mails/tell-administrators.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { hashToken, newToken } from '../../../platform/kernel/tokens.ts'
import { CLIENT_KINDS, type ClientKind, isPublic } from '../clients/client.ts'
import { idsFor, isClientId } from '../clients/client-id.ts'
import type { ClientInput } from '../clients/client-input.ts'
import type { ClientSettings } from '../clients/client-settings.ts'
import { refuse, settle } from '../clients/settle-client.ts'
import { makeFirstKeys } from '../keys/keep-keys.ts'
import { clientSecretsIn } from '../tables/client-secrets.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'

const SECRET_PREFIX = 'lks_'

/** A call of an administrator, or of the operator at the command line, who is no caller. A key never gets so far. */
export type ClientKeeper = Context & Acting & { readonly caller?: Caller }
export type KeeperTransaction = Transaction<ClientKeeper>

export const actorIdOf = ({ caller }: Pick<ClientKeeper, 'caller'>): string | undefined => caller?.account.id

/**
 * Who may not do everything makes and changes applications that ask people and demand nothing of them: one that skips consent opens
 * whatever it is given, and who changes such a one takes it over.
 */
export function requirePower(own: AdminScopes, ...all: readonly Pick<ClientSettings, 'isFirstParty' | 'demands'>[]): void {
  const needsAll = all.some(({ isFirstParty, demands }) => isFirstParty || Object.keys(demands).length > 0)
  if (own !== undefined && needsAll) throw new Failure('insufficient_scope')
}

export type NewClient = ClientInput & { readonly id?: string; readonly kind: string }

/** Makes a client, with a secret where it can keep one, and tells the administrators. With the first one, keys are made that sign. */
export async function makeClient(call: ClientKeeper, input: NewClient) {
  const made = await inTransaction(call, (tx) => addClient(tx, input))
  await makeFirstKeys(call.deps)
  return made
}

export async function addClient(tx: KeeperTransaction, input: NewClient) {
  const { scopes: own } = await lockActor(tx)
  const kind = kindOf(input.kind)
  const given = own === undefined || kind === 'service' ? input : { isFirstParty: false, ...input }
  const { settings, problems } = await settle(tx, tx.deps.config, kind, given)
  const typedId = input.id?.trim() || undefined
  refuse(typedId === undefined || isClientId(typedId) ? problems : [...problems, { field: 'id', code: 'id_form' }])
  requirePower(own, settings)
  const client = await add(tx, typedId === undefined ? idsFor(settings.name) : [typedId], settings)
  await tx.record('admin.client.created', about(tx, client, { kind }))
  const secret = isPublic(client) ? undefined : await addSecret(tx, client.id)
  await tellOfClient(tx, 'client-created', client.name, actorIdOf(tx))
  return { client, secret, secrets: await clientSecretsIn(tx).allOf(client.id) }
}

function kindOf(typed: string): ClientKind {
  const kind = CLIENT_KINDS.find((one) => one === typed)
  if (kind === undefined) refuse([{ field: 'kind', code: 'kind' }])
  return kind ?? 'web'
}

async function add(tx: KeeperTransaction, ids: Iterable<string>, settings: ClientSettings): Promise<OidcClient> {
  const now = tx.deps.clock.now()
  for (const id of ids) {
    const client: OidcClient = {
      ...settings,
      id,
      hasSentChallenge: false,
      createdBy: actorIdOf(tx),
      createdAt: now,
      updatedAt: now,
      disabledAt: undefined,
      removedAt: undefined,
      lastUsedAt: undefined,
      lastRefusal: undefined,
      lastRefusedAt: undefined,
      lastRefusedUri: undefined,
    }
    const outcome = await clientsIn(tx).add(client)
    if (outcome === 'too-many') throw new Failure('client_limit_reached')
    if (outcome === 'added') return client
  }
  throw new Failure('client_exists')
}

export async function addSecret(tx: KeeperTransaction, clientId: string): Promise<string> {
  const createdAt = tx.deps.clock.now()
  const secret = `${SECRET_PREFIX}${newToken()}`
  await clientSecretsIn(tx).add({ id: newId(createdAt), clientId, hash: hashToken(secret), createdAt })
  return secret
}

export const about = (
  tx: KeeperTransaction,
  { id, name }: Pick<OidcClient, 'id' | 'name'>,
  more: Readonly<Record<string, string>> = {},
) => ({
  actorId: actorIdOf(tx),
  metadata: { clientId: id, name, ...more },
})
