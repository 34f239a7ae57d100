import { headIn } from '../../../gate/audit/log/head.ts'
import type { Deps } from '../../../gate/deps.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { isSubscription, type Subscription } from '../messages/message-types.ts'
import { deliveriesIn } from '../tables/deliveries.ts'
import { type Webhook, webhooksIn } from '../tables/webhooks.ts'
import { webhookView } from '../views/webhook-view.ts'

const LONGEST_DESCRIPTION = 200

export function readUrl({ addressGuard }: Pick<Deps, 'addressGuard'>, typed: string): string {
  const url = addressGuard.read(typed.trim())
  if (!(url instanceof URL)) throw new Failure(url)
  return url.href
}

export function readTypes(typed: readonly string[]): readonly Subscription[] {
  const types = [...new Set(typed)]
  const known = types.filter(isSubscription)
  if (known.length === 0 || known.length < types.length) throw new Failure('invalid_event_type')
  return known
}

/** Undefined where it is empty. */
export function readDescription(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  const description = visibleLine(typed, LONGEST_DESCRIPTION)
  if (description === undefined)
    throw new Failure('invalid_input', { message: `description must be one line of at most ${LONGEST_DESCRIPTION} characters.` })
  return description
}

export async function lockWebhook(tx: Connection, id: string): Promise<Webhook> {
  const webhook = isId(id) ? await webhooksIn(tx).lock(id) : undefined
  if (!webhook) throw new Failure('webhook_not_found')
  return webhook
}

export async function findWebhook(tables: Connection, id: string): Promise<Webhook> {
  const webhook = isId(id) ? await webhooksIn(tables).find(id) : undefined
  if (!webhook) throw new Failure('webhook_not_found')
  return webhook
}

export async function shownWebhook(tables: Connection, webhook: Webhook) {
  const size = (await headIn(tables).find())?.size ?? 0
  return webhookView(webhook, Math.max(0, size - webhook.cursor) + (await deliveriesIn(tables).countOpen(webhook.id)))
}
