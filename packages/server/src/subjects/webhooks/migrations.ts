import type { Migration } from '../../platform/store/migrations.ts'

/** Servers of applications that are told of events, and what they have to be told. */
export const webhooksTables: Migration = {
  id: '0008-webhooks',
  statements: [
    `CREATE TABLE webhooks (
      id TEXT PRIMARY KEY, url TEXT NOT NULL, types TEXT NOT NULL, description TEXT, secret TEXT NOT NULL, previous_secret TEXT,
      previous_until BIGINT, created_by TEXT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, disabled_at BIGINT,
      disabled_reason TEXT, cursor BIGINT NOT NULL,
      checkpoint_cursor BIGINT NOT NULL, failing_since BIGINT, paused_until BIGINT NOT NULL, last_success_at BIGINT
    )`,
    `CREATE TABLE webhook_deliveries (
      id TEXT PRIMARY KEY, webhook_id TEXT NOT NULL, event_id TEXT NOT NULL, sequence BIGINT NOT NULL, type TEXT NOT NULL,
      created_at BIGINT NOT NULL, attempts BIGINT NOT NULL, next_attempt_at BIGINT NOT NULL, leased_until BIGINT NOT NULL,
      done_at BIGINT, outcome TEXT, ms BIGINT
    )`,
    `CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, next_attempt_at, sequence) WHERE done_at IS NULL`,
    `CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (leased_until) WHERE done_at IS NULL AND leased_until > 0`,
    `CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, sequence DESC)`,
    `CREATE INDEX webhook_deliveries_by_end ON webhook_deliveries (done_at)`,
  ],
}

export const receivedWebhooks: Migration = {
  id: '0011-received-webhooks',
  statements: [
    `CREATE TABLE received_webhooks (
      id TEXT PRIMARY KEY, headers TEXT NOT NULL, body TEXT NOT NULL, is_verified BIGINT NOT NULL, received_at BIGINT NOT NULL
    )`,
    `CREATE INDEX received_webhooks_by_time ON received_webhooks (received_at)`,
  ],
}
