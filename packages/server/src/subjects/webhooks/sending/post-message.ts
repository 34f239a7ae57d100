import type { Deps } from '../../../gate/deps.ts'
import { type Sent, send } from '../../../platform/outgoing/send.ts'
import { webhookHeaders } from '../../../platform/outgoing/standard-webhook.ts'
import { secretsOf } from '../steps/secrets.ts'
import type { Webhook } from '../tables/webhooks.ts'

/** An endpoint that takes longer is told again later. */
const TIMEOUT_MS = 15_000

/** Checks the address once more: the operator may have allowed less since it was typed. */
export async function postMessage(
  deps: Deps,
  webhook: Webhook,
  { id, body }: { readonly id: string; readonly body: string },
  cut: AbortSignal,
): Promise<Sent> {
  const { addressGuard, clock } = deps
  const url = addressGuard.read(webhook.url)
  if (!(url instanceof URL)) return { outcome: 'address_not_allowed', ms: 0 }
  const now = clock.now()
  const headers = webhookHeaders(await secretsOf(deps, webhook, now), { id, at: now, body })
  return send({ url, headers, body, timeoutMs: TIMEOUT_MS, cut, addresses: (to, ended) => addressGuard.addresses(to, ended) })
}
