import type { AuditEvent } from '../../../gate/audit/tables/audit.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'

/** One event on one line, for people: `2026-01-31T12:00:00.000Z  login.failed  failed  user=…  ip=…`. */
export const auditLine = (event: AuditEvent): string =>
  [
    timestamp(event.createdAt),
    event.type,
    event.isSuccess ? 'ok' : 'failed',
    ...Object.entries({
      user: event.targetUserId,
      actor: event.actorId,
      session: event.sessionId,
      ip: event.ip,
      agent: event.userAgent,
      ...event.metadata,
    }).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${printable(String(value))}`])),
  ].join('  ')

/** Strangers choose their user agent. Quoted, it cannot look like a field; escaped, it cannot command the terminal. */
const printable = (text: string): string =>
  /^[\w.:@/+-]+$/.test(text)
    ? text
    : JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
