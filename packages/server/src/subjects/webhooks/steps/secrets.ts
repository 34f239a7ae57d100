import type { Deps } from '../../../gate/deps.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { type DataKey, openBytes, sealBytes } from '../../../platform/kernel/data-key.ts'
import { newWebhookSecret } from '../../../platform/outgoing/standard-webhook.ts'
import type { Webhook } from '../tables/webhooks.ts'

export const BOTH_SIGN_MS = DAY_MS

/** Sealed under the data key, which stays the same when SECRET is replaced, and bound to the row. */
export const makeSecret = async ({ dataKeys }: Pick<Deps, 'dataKeys'>, id: string) => sealedSecret(await dataKeys.get(), id)

export function sealedSecret({ webhooks }: Pick<DataKey, 'webhooks'>, id: string) {
  const secret = newWebhookSecret()
  return { secret, sealed: sealBytes(webhooks, id, Buffer.from(secret)) }
}

/** Those that sign at this moment, the newest first. */
export async function secretsOf({ dataKeys }: Pick<Deps, 'dataKeys'>, webhook: Webhook, now: number): Promise<readonly string[]> {
  const { id, secret, previousSecret, previousUntil } = webhook
  const { webhooks } = await dataKeys.get()
  const isGood = previousSecret !== undefined && previousUntil !== undefined && previousUntil > now
  return [secret, ...(isGood ? [previousSecret] : [])].map((sealed) => openBytes(webhooks, id, sealed).toString())
}
