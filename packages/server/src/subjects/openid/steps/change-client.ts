import { lockActor } from '../../../gate/access/lock-actor.ts'
import type { AdminScopes } from '../../../gate/accounts/admin-scopes.ts'
import { tellOfClient } from '../../../gate/mails/tell-administrators.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isPublic } from '../clients/client.ts'
import { isClientId } from '../clients/client-id.ts'
import type { ClientInput } from '../clients/client-input.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { problemText } from '../clients/problems.ts'
import { refuse, settle } from '../clients/settle-client.ts'
import { clientSecretsIn } from '../tables/client-secrets.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { about, actorIdOf, addSecret, type ClientKeeper, type KeeperTransaction, requirePower } from './make-client.ts'
import { subjectProblem } from './subject-problem.ts'

/** For so long an application may go on with the secret that a newer one takes the place of. */
const OVERLAP_MS = DAY_MS

export type ClientChange = ClientInput & { readonly isDisabled?: boolean }

/** The names of the settings that differ. */
function differences(before: OidcClient, after: OidcClient): readonly string[] {
  const [one, other] = [settingsOf(before), settingsOf(after)]
  const keys = Object.keys(other) as (keyof typeof other)[]
  return keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
}

/**
 * What the change would make of the client; nothing is written. What was wrong before, such as the scope of a field that is no longer
 * declared, keeps no administrator from disabling the client or from mending something else. That it has sent a challenge is forgotten
 * where an administrator switches the demand off, and by nothing that an application or a stranger can do.
 */
async function changed(tx: KeeperTransaction, client: OidcClient, change: ClientChange): Promise<OidcClient> {
  const before = settingsOf(client)
  const { settings, problems } = await settle(tx, tx.deps.config, before, change)
  const { problems: known } = await settle(tx, tx.deps.config, before, {})
  refuse(await subjectProblem(tx, client, settings))
  refuse(problems.filter((one) => one.field in change || !known.some((other) => problemText(one) === problemText(other))))
  const { isDisabled = client.disabledAt !== undefined } = change
  const now = tx.deps.clock.now()
  const hasSentChallenge = client.hasSentChallenge && (settings.wantsPkce || !client.wantsPkce)
  return { ...client, ...settings, hasSentChallenge, disabledAt: isDisabled ? (client.disabledAt ?? now) : undefined }
}

export const changeClient = (call: ClientKeeper, id: string, change: ClientChange) =>
  inTransaction(call, (tx) => setClient(tx, id, change))

export async function setClient(tx: KeeperTransaction, id: string, change: ClientChange) {
  const { client, own } = await lockClient(tx, id)
  const after = await changed(tx, client, change)
  requirePower(own, client, after)
  const fields = differences(client, after)
  const isSwitched = (client.disabledAt === undefined) !== (after.disabledAt === undefined)
  if (fields.length > 0 || isSwitched) await clientsIn(tx).set({ ...after, updatedAt: tx.deps.clock.now() })
  if (fields.length > 0) await tx.record('admin.client.changed', about(tx, after, { fields: fields.join(' ') }))
  if (isSwitched) {
    const type = after.disabledAt === undefined ? 'admin.client.enabled' : 'admin.client.disabled'
    await tx.record(type, about(tx, after))
  }
  return { ...(await found(tx, id)), differing: [...fields, ...(isSwitched ? ['isDisabled'] : [])] }
}

/** From the next request on it is gone; what it has opened for people ends in pieces, since there may be millions. */
export const removeClient = (call: ClientKeeper, id: string): Promise<void> =>
  inTransaction(call, async (tx) => {
    const { client, own } = await lockClient(tx, id)
    requirePower(own, client)
    await clientsIn(tx).remove(id, tx.deps.clock.now())
    await clientSecretsIn(tx).removeAllOf(id)
    await tx.record('admin.client.deleted', about(tx, client))
  })

export const rotateSecret = (call: ClientKeeper, id: string) =>
  inTransaction(call, async (tx) => {
    const { client, own } = await lockClient(tx, id)
    requirePower(own, client)
    if (isPublic(client)) throw new Failure('invalid_input', { message: 'An application of this kind keeps no secret.' })
    const now = tx.deps.clock.now()
    if (!(await clientSecretsIn(tx).giveWay(id, now + OVERLAP_MS, now))) throw new Failure('client_has_two_secrets')
    const secret = await addSecret(tx, id)
    await clientsIn(tx).set(client)
    await tx.record('admin.client.secret.created', about(tx, client))
    await tellOfClient(tx, 'client-secret-created', client.name, actorIdOf(tx))
    return { secret, ...(await found(tx, id)) }
  })

export const endOlderSecret = (call: ClientKeeper, id: string) =>
  inTransaction(call, async (tx) => {
    const { client, own } = await lockClient(tx, id)
    requirePower(own, client)
    if (!(await clientSecretsIn(tx).endOlder(id, tx.deps.clock.now()))) throw new Failure('client_secret_not_found')
    await clientsIn(tx).set(client)
    await tx.record('admin.client.secret.ended', about(tx, client))
    return found(tx, id)
  })

async function lockClient(
  tx: KeeperTransaction,
  id: string,
): Promise<{ readonly client: OidcClient; readonly own: AdminScopes }> {
  const { scopes: own } = await lockActor(tx)
  const client = isClientId(id) ? await clientsIn(tx).lock(id) : undefined
  if (!client) throw new Failure('client_not_found')
  return { client, own }
}

async function found(tx: KeeperTransaction, id: string) {
  const [client, secrets] = [await clientsIn(tx).find(id), await clientSecretsIn(tx).allOf(id)]
  if (!client) throw new Failure('client_not_found')
  return { client, secrets }
}
