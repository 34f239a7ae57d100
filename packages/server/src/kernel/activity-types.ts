import type { AuditType } from './audit-types.ts'

/**
 * What the owner of an account wants to know of its security. Every sign-in writes more than one event, and only the one that
 * says so is here; and what was merely mailed, or is about an organisation, is not. Nor is the end of an account: it has no owner
 * any more who could read of it.
 */
export const ACTIVITY_TYPES = [
  'user.registered',
  'login.success',
  'login.failed',
  'logout',
  'email.verified',
  'email.change.requested',
  'email.change.confirmed',
  'email.change.cancelled',
  'email.changed',
  'email.change.reverted',
  '2fa.code.failed',
  '2fa.enabled',
  '2fa.disabled',
  '2fa.totp.enabled',
  '2fa.totp.disabled',
  '2fa.recovery.created',
  '2fa.recovery.used',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'passkey.login',
  'passkey.failed',
  'passkey.counter',
  'device.trusted',
  'device.revoked',
  'device.new',
  'device.reported',
  'account.claimed',
  'step_up.success',
  'step_up.failed',
  'admin.login.success',
  'admin.login.failed',
  'password.reset.requested',
  'password.reset.completed',
  'password.changed',
  'password.set',
  'account.exported',
  'oauth.login',
  'oauth.linked',
  'oauth.unlinked',
  'admin.user.created',
  'admin.user.renamed',
  'admin.user.email_changed',
  'admin.user.verified',
  'admin.user.reset_sent',
  'admin.user.role_changed',
  'admin.user.factors_reset',
  'admin.user.banned',
  'admin.user.unbanned',
  'admin.user.sessions_revoked',
  'session.renamed',
  'session.revoked',
  'session.reuse_detected',
] as const satisfies readonly AuditType[]

const SHOWN: ReadonlySet<AuditType> = new Set(ACTIVITY_TYPES)

export const isActivity = (type: AuditType): boolean => SHOWN.has(type)

/** The maker of an event as the owner of the account is told: never which administrator, and of a stranger nothing but the network. */
export const MAKERS = ['you', 'administrator', 'somebody'] as const
export type Maker = (typeof MAKERS)[number]
