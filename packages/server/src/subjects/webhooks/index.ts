import { pagePaths } from '../../gate/page-paths.ts'
import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import type { AddressGuard } from '../../platform/outgoing/address-guard.ts'
import { calledWebhooks } from './called-webhooks.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { declaredWebhooks } from './commands/declared-webhooks.ts'
import { webhookPage } from './console/webhook.tsx'
import { webhooksPage } from './console/webhooks.tsx'
import { webhooksErrors } from './errors.ts'
import { webhooksEvents } from './events.ts'
import { changeWebhook } from './flows/change-webhook.ts'
import { createWebhook } from './flows/create-webhook.ts'
import { deleteWebhook } from './flows/delete-webhook.ts'
import { getWebhook, listWebhooks } from './flows/list-webhooks.ts'
import { replayWebhook } from './flows/replay-webhook.ts'
import { testWebhook } from './flows/test-webhook.ts'
import { listWebhookDeliveries, retryWebhookDelivery } from './flows/webhook-deliveries.ts'
import { createWebhookSecret, endPreviousWebhookSecret } from './flows/webhook-secrets.ts'
import { webhooksMails, webhooksSamples } from './mails.ts'
import { receivedWebhooks, webhooksTables } from './migrations.ts'
import { webhooksScopes } from './scopes.ts'
import { Deliverer } from './sending/deliverer.ts'
import { webhooksSettings } from './settings.ts'
import { guardFor } from './steps/guard-for.ts'
import { secretsUnderDataKey } from './steps/under-data-key.ts'
import { DELIVERIES } from './tables/deliveries.ts'
import { RECEIVED } from './tables/received.ts'
import { WEBHOOKS, webhooksIn } from './tables/webhooks.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

declare module '../../gate/deps.ts' {
  interface Deps {
    /** Stands before addresses that administrators choose. */
    readonly addressGuard: AddressGuard
  }
}

export const webhooks = {
  title: 'Webhooks',
  order: 15.5,
  endpoints: {
    createWebhook,
    listWebhooks,
    getWebhook,
    changeWebhook,
    deleteWebhook,
    createWebhookSecret,
    endPreviousWebhookSecret,
    testWebhook,
    listWebhookDeliveries,
    retryWebhookDelivery,
    replayWebhook,
  },
  pages: (looks: Looks) => [webhooksPage(looks), webhookPage(looks)],
  pageHooks: {
    consolePlaces: ({ t }) => [
      { path: pagePaths.consoleWebhooks, words: t.console.webhooks.title, icon: 'link', scope: 'webhooks:write' },
    ],
  },
  declares: declaredWebhooks,
  tables: [DELIVERIES, RECEIVED, WEBHOOKS],
  migrations: [webhooksTables, receivedWebhooks],
  errors: webhooksErrors,
  settings: webhooksSettings,
  events: webhooksEvents,
  scopes: webhooksScopes,
  mails: webhooksMails,
  mailSamples: webhooksSamples,
  words: { de, en, es, fr },
  checks: { rows: checkWebhooks, called: calledWebhooks },
  hooks: { holdsSealed: (tables) => webhooksIn(tables).hasAny(), underDataKey: secretsUnderDataKey },
  opens: async ({ config }) => ({ addressGuard: guardFor(config) }),
  worker: (contextFor, log, { sealWaitMs }) => new Deliverer(contextFor, log, sealWaitMs),
} as const satisfies Subject
