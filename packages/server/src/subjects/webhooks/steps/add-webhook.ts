import { headIn } from '../../../gate/audit/log/head.ts'
import type { Deps } from '../../../gate/deps.ts'
import { tellOfWebhook } from '../../../gate/mails/tell-administrators.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { WEBHOOKS_WORK } from '../sending/deliverer.ts'
import { MOST_WEBHOOKS, OPERATOR, type Webhook, webhooksIn } from '../tables/webhooks.ts'
import { makeSecret } from './secrets.ts'

/** Made before the transaction: the key that it is sealed under may have to be read. */
export async function newSecret(deps: Deps) {
  const id = newId(deps.clock.now())
  return { id, ...(await makeSecret(deps, id)) }
}

/** It is told of what happens from now on. */
export async function addWebhook(
  tx: Transaction,
  { createdBy, ...told }: Pick<Webhook, 'url' | 'types' | 'description' | 'createdBy'>,
  { id, sealed }: Awaited<ReturnType<typeof newSecret>>,
): Promise<Webhook> {
  // Several who make one at once make no more than one of them may.
  await webhooksIn(tx).lockAll()
  if ((await webhooksIn(tx).count()) >= MOST_WEBHOOKS) throw new Failure('too_many_webhooks')
  const now = tx.deps.clock.now()
  const size = (await headIn(tx).find())?.size ?? 0
  const webhook: Webhook = {
    ...{ id, ...told, secret: sealed, previousSecret: undefined, previousUntil: undefined },
    ...{ createdBy, createdAt: now, updatedAt: now, disabledAt: undefined, disabledReason: undefined },
    ...{ cursor: size, checkpointCursor: size + 1, failingSince: undefined, pausedUntil: 0, lastSuccessAt: undefined },
  }
  await webhooksIn(tx).add(webhook)
  const actorId = createdBy === OPERATOR ? undefined : createdBy
  await tx.record('admin.webhook.created', { actorId, metadata: { webhookId: id, types: told.types.join(' ') } })
  await tellOfWebhook(tx, 'webhook-created', told.description, actorId)
  tx.effects.workAdded(WEBHOOKS_WORK)
  return webhook
}
