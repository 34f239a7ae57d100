import type { EventType } from '../../../gate/audit/events.ts'
import type { MessageType } from './message-types.ts'

/** What an event says beside whom it is about, by the names that it has in the log. */
type Facts = Readonly<Record<string, string | number>>
export type Told = { readonly type: MessageType; readonly facts: Readonly<Record<string, unknown>> }
type Tell = (metadata: Facts, isOfOrg: boolean) => Told

/** Decided, and told to no endpoint. */
const NOTHING = 'nothing'

const tell =
  (type: MessageType, facts: Readonly<Record<string, unknown>> = {}): Tell =>
  () => ({ type, facts })

/** Of the log's own words none is as long; a body has to stay short whatever stands there. */
const LONGEST_FACT = 2000
const wordOf = (value: string | number | undefined): string | null =>
  value === undefined ? null : String(value).slice(0, LONGEST_FACT)

const changed = (metadata: Facts, isOfOrg: boolean): Told => {
  const fields = wordOf(metadata['fields'])?.split(', ') ?? []
  return { type: isOfOrg ? 'org.updated' : 'user.updated', facts: { changed: fields.map((field) => `data.${field}`) } }
}
const ended: Tell = ({ reason, sessions }) => ({
  type: 'session.ended',
  facts: { reason: wordOf(reason), sessions: typeof sessions === 'number' ? sessions : 1 },
})
const identity =
  (type: MessageType): Tell =>
  ({ provider }) => ({ type, facts: { provider: wordOf(provider) } })
const invite =
  (type: MessageType): Tell =>
  ({ inviteId }) => ({ type, facts: { inviteId: wordOf(inviteId) } })
const member =
  (type: MessageType, known?: string): Tell =>
  ({ role }) => ({ type, facts: { role: known ?? wordOf(role) } })
const imported: Tell = ({ created, linked }) => ({
  type: 'user.imported',
  facts: { created: Number(created ?? 0), linked: Number(linked ?? 0) },
})

/** The one table of which event becomes which message. A test wants a decision for every event there is. */
export const DECISIONS: Readonly<Partial<Record<EventType, Tell | typeof NOTHING>>> = {
  'user.registered': tell('user.created'),
  'admin.user.created': tell('user.created'),
  'user.renamed': tell('user.updated', { changed: ['name'] }),
  'admin.user.renamed': tell('user.updated', { changed: ['name'] }),
  'admin.user.email_changed': tell('user.email_changed'),
  'email.changed': tell('user.email_changed'),
  'email.change.reverted': tell('user.email_changed'),
  'email.verified': tell('user.email_verified'),
  'admin.user.verified': tell('user.email_verified'),
  'admin.user.role_changed': tell('user.role_changed'),
  'admin.user.scopes_changed': tell('user.role_changed'),
  'admin.user.banned': tell('user.banned'),
  'admin.user.unbanned': tell('user.unbanned'),
  'admin.user.deleted': NOTHING, // `account.deleted` stands beside it
  'account.deleted': tell('user.deleted'),
  'admin.users.imported': imported,
  'admin.users.exported': NOTHING,
  'data.changed': changed,

  'session.created': tell('session.created'),
  'app.session.created': tell('session.created'),
  logout: tell('session.ended', { reason: 'signed_out', sessions: 1 }),
  'session.revoked': ended,
  'session.reuse_detected': tell('session.ended', { reason: 'reuse_detected', sessions: 1 }),
  'admin.user.sessions_revoked': tell('session.ended', { reason: 'ended_by_administrator', sessions: null }),
  'session.refreshed': NOTHING,
  'session.renamed': NOTHING,

  'login.failed': tell('sign_in.failed'),
  'admin.login.failed': tell('sign_in.failed'),
  'passkey.failed': tell('sign_in.failed'),
  '2fa.code.failed': tell('sign_in.failed'),
  'login.success': NOTHING,
  'admin.login.success': NOTHING,
  'login.code.requested': NOTHING,
  'oauth.login': NOTHING,
  'passkey.login': NOTHING,
  '2fa.code.sent': NOTHING,
  '2fa.code.verified': NOTHING,
  '2fa.passkey.verified': NOTHING,
  'step_up.success': NOTHING,
  'step_up.failed': NOTHING,

  'password.changed': tell('password.changed'),
  'password.set': tell('password.changed'),
  'password.reset.completed': tell('password.reset'),
  'password.reset.requested': NOTHING,
  'password.expired': NOTHING,
  'admin.user.reset_sent': NOTHING,

  '2fa.enabled': tell('factor.added', { factor: 'email' }),
  '2fa.disabled': tell('factor.removed', { factor: 'email' }),
  '2fa.totp.enabled': tell('factor.added', { factor: 'totp' }),
  '2fa.totp.disabled': tell('factor.removed', { factor: 'totp' }),
  '2fa.recovery.created': tell('factor.added', { factor: 'recovery' }),
  '2fa.recovery.used': NOTHING,
  'passkey.added': tell('factor.added', { factor: 'passkey' }),
  'passkey.removed': tell('factor.removed', { factor: 'passkey' }),
  'passkey.renamed': NOTHING,
  'passkey.counter': NOTHING,
  'admin.user.factors_reset': tell('factor.removed', { factor: 'all' }),

  'oauth.linked': identity('identity.linked'),
  'oauth.unlinked': identity('identity.unlinked'),

  'invite.created': invite('invite.created'),
  'invite.accepted': invite('invite.accepted'),
  'invite.revoked': invite('invite.revoked'),
  'invite.resent': NOTHING,
  'org.invite.created': invite('invite.created'),
  'org.invite.accepted': invite('invite.accepted'),
  'org.invite.revoked': invite('invite.revoked'),
  'org.invite.declined': invite('invite.revoked'),
  'org.invite.resent': NOTHING,

  'org.created': tell('org.created'),
  'org.updated': tell('org.updated', { changed: ['name'] }),
  'org.deleted': tell('org.deleted'),
  'admin.org.deleted': tell('org.deleted'),
  'org.member.added': member('org.member_added'),
  'org.member.removed': member('org.member_removed'),
  'org.member.left': member('org.member_removed'),
  'org.member.role_changed': member('org.member_role_changed'),
  'org.owner.transferred': member('org.member_role_changed', 'owner'),
  'admin.org.owner_set': member('org.member_role_changed', 'owner'),

  'email.verification.sent': NOTHING,
  'email.change.requested': NOTHING,
  'email.change.confirmed': NOTHING,
  'email.change.cancelled': NOTHING,
  'account.claimed': NOTHING,
  'account.inactive': NOTHING,
  'account.exported': NOTHING,
  'device.trusted': NOTHING,
  'device.revoked': NOTHING,
  'device.new': NOTHING,
  'device.reported': NOTHING,
  'admin.key.created': NOTHING,
  'admin.key.revoked': NOTHING,
  'admin.client.created': NOTHING,
  'admin.client.changed': NOTHING,
  'admin.client.disabled': NOTHING,
  'admin.client.enabled': NOTHING,
  'admin.client.deleted': NOTHING,
  'admin.client.secret.created': NOTHING,
  'admin.client.secret.ended': NOTHING,
  'admin.webhook.created': NOTHING,
  'admin.webhook.changed': NOTHING,
  'admin.webhook.disabled': NOTHING,
  'admin.webhook.deleted': NOTHING,
  'admin.webhook.secret.created': NOTHING,
  'admin.webhook.secret.ended': NOTHING,
  'admin.webhook.replayed': NOTHING,
  'oidc.key.rotated': NOTHING,
  'oidc.application.removed': NOTHING,
  'oidc.authorized': NOTHING,
  'oidc.consent.given': NOTHING,
  'oidc.consent.denied': NOTHING,
  'oidc.tokens.issued': NOTHING,
  'oidc.tokens.refreshed': NOTHING,
  'oidc.tokens.revoked': NOTHING,
  'oidc.code.reuse_detected': NOTHING,
  'oidc.refresh.reuse_detected': NOTHING,
  'oidc.device.claimed': NOTHING,
  'oidc.device.allowed': NOTHING,
  'oidc.device.denied': NOTHING,
  'audit.began': NOTHING,
  'audit.withdrawn': NOTHING,
  'audit.expired': NOTHING,
  'audit.erased': NOTHING,
  'service.restored': NOTHING,
  'service.secret_lost': NOTHING,
}

export interface Happened {
  readonly type: string
  readonly isSuccess: boolean
  readonly isOfOrg: boolean
  readonly metadata: Facts
}

/** Written as failures, of a thief, though something has changed. */
const CHANGES_BY_FAILURE: ReadonlySet<string> = new Set(['session.reuse_detected'])

/** Undefined where no endpoint is told. What has failed is no change: of that nothing but sign-ins is told. */
export function toldOf({ type, isSuccess, isOfOrg, metadata }: Happened): Told | undefined {
  const decision = DECISIONS[type as EventType]
  if (decision === undefined || decision === NOTHING) return undefined
  const told = decision(metadata, isOfOrg)
  const isToldOfFailure = told.type === 'sign_in.failed' || CHANGES_BY_FAILURE.has(type)
  return isSuccess === isToldOfFailure ? undefined : told
}
