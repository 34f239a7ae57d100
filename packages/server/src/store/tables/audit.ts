import type { Sql } from '../engine.ts'

export type AuditType =
  | 'user.registered'
  | 'login.success'
  | 'login.failed'
  | 'logout'
  | 'email.verification.sent'
  | 'email.verified'
  | '2fa.code.sent'
  | '2fa.code.verified'
  | '2fa.code.failed'
  | '2fa.enabled'
  | '2fa.disabled'
  | 'admin.login.success'
  | 'admin.login.failed'
  | 'password.reset.requested'
  | 'password.reset.completed'
  | 'password.changed'
  | 'password.set'
  | 'account.deleted'
  | 'session.created'
  | 'session.refreshed'
  | 'session.revoked'
  | 'session.reuse_detected'

export interface AuditEvent {
  readonly id: string
  readonly type: AuditType
  readonly isSuccess: boolean
  readonly actorId: string | undefined
  readonly targetUserId: string | undefined
  readonly sessionId: string | undefined
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  readonly metadata: Readonly<Record<string, string | number>>
  readonly createdAt: number
}

/** Append-only. Rows name accounts by id, never by address, so they may outlive them. */
export class AuditTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(event: AuditEvent): Promise<void> {
    await this.#sql.query(
      `INSERT INTO audit_events (id, type, success, actor_id, target_user_id, session_id, ip, user_agent, request_id, metadata, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        event.id,
        event.type,
        event.isSuccess ? 1 : 0,
        event.actorId ?? null,
        event.targetUserId ?? null,
        event.sessionId ?? null,
        event.ip,
        event.userAgent,
        event.requestId,
        JSON.stringify(event.metadata),
        event.createdAt,
      ],
    )
  }
}
