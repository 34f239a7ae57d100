/** What is counted by day: sign-ups and sign-ins when they happen or fail, accounts under the day on which they were made. */
export const FIGURES = ['account', 'sign-in', 'sign-in-failed', 'sign-up'] as const
export type Figure = (typeof FIGURES)[number]

/** All that a kind of event says of itself; whatever treats events differently asks this. */
interface EventFacts {
  /** Whether the owner of the account sees it, as something about its security. */
  readonly activity: boolean
  /** What each one adds to the figures of its day. */
  readonly counts?: Exclude<Figure, 'account'>
  /** A session that begins in the same request is part of it. */
  readonly begins?: 'session'
  /** Done by an administrator even where no account is named that did it: the holder of a key has none. */
  readonly by?: 'administrator'
}

/**
 * Everything that is ever written to the audit log, in the order in which people look for it. Of the several events of a sign-in the owner
 * sees one and the figures count one. What was merely mailed, or is about an organisation, is not about the security of an account; and the
 * end of an account has no owner any more who could read of it.
 */
// biome-ignore format: a table is read by its rows
const EVENTS = {
  'user.registered': { activity: true, counts: 'sign-up', begins: 'session' },
  'login.success': { activity: true, counts: 'sign-in', begins: 'session' },
  'login.failed': { activity: true, counts: 'sign-in-failed' },
  logout: { activity: true },
  'email.verification.sent': { activity: false },
  'email.verified': { activity: true },
  'email.change.requested': { activity: true },
  'email.change.confirmed': { activity: true },
  'email.change.cancelled': { activity: true },
  'email.changed': { activity: true },
  'email.change.reverted': { activity: true },
  '2fa.code.sent': { activity: false },
  '2fa.code.verified': { activity: false, begins: 'session' },
  '2fa.code.failed': { activity: true },
  '2fa.enabled': { activity: true },
  '2fa.disabled': { activity: true },
  '2fa.totp.enabled': { activity: true },
  '2fa.totp.disabled': { activity: true },
  '2fa.recovery.created': { activity: true },
  '2fa.recovery.used': { activity: true },
  '2fa.passkey.verified': { activity: false, begins: 'session' },
  'passkey.added': { activity: true },
  'passkey.renamed': { activity: true },
  'passkey.removed': { activity: true },
  'passkey.login': { activity: true, counts: 'sign-in', begins: 'session' },
  'passkey.failed': { activity: true },
  'passkey.counter': { activity: true },
  'device.trusted': { activity: true },
  'device.revoked': { activity: true },
  'device.new': { activity: true },
  'device.reported': { activity: true },
  'account.claimed': { activity: true },
  'step_up.success': { activity: true },
  'step_up.failed': { activity: true },
  'admin.login.success': { activity: true, counts: 'sign-in', begins: 'session' },
  'admin.login.failed': { activity: true, counts: 'sign-in-failed' },
  'password.reset.requested': { activity: true },
  'password.reset.completed': { activity: true },
  'password.changed': { activity: true },
  'password.set': { activity: true },
  'account.deleted': { activity: false },
  'account.exported': { activity: true },
  'oauth.login': { activity: true, counts: 'sign-in', begins: 'session' },
  'oauth.linked': { activity: true },
  'oauth.unlinked': { activity: true },
  'invite.created': { activity: false },
  'invite.resent': { activity: false },
  'invite.revoked': { activity: false },
  'invite.accepted': { activity: false, begins: 'session' },
  'org.created': { activity: false },
  'org.updated': { activity: false },
  'org.deleted': { activity: false },
  'org.member.added': { activity: false },
  'org.member.removed': { activity: false },
  'org.member.left': { activity: false },
  'org.member.role_changed': { activity: false },
  'org.owner.transferred': { activity: false },
  'org.invite.created': { activity: false },
  'org.invite.resent': { activity: false },
  'org.invite.revoked': { activity: false },
  'org.invite.accepted': { activity: false },
  'org.invite.declined': { activity: false },
  'admin.org.deleted': { activity: false },
  'admin.org.owner_set': { activity: false },
  'admin.user.created': { activity: true, by: 'administrator' },
  'admin.user.renamed': { activity: true, by: 'administrator' },
  'admin.user.email_changed': { activity: true, by: 'administrator' },
  'admin.user.verified': { activity: true, by: 'administrator' },
  'admin.user.reset_sent': { activity: true, by: 'administrator' },
  'admin.user.role_changed': { activity: true, by: 'administrator' },
  'admin.user.factors_reset': { activity: true, by: 'administrator' },
  'admin.user.banned': { activity: true, by: 'administrator' },
  'admin.user.unbanned': { activity: true, by: 'administrator' },
  'admin.user.deleted': { activity: false, by: 'administrator' },
  'admin.user.sessions_revoked': { activity: true, by: 'administrator' },
  'admin.key.created': { activity: false },
  'admin.key.revoked': { activity: false },
  'session.created': { activity: false },
  'app.session.created': { activity: false },
  'session.refreshed': { activity: false },
  'session.renamed': { activity: true },
  'session.revoked': { activity: true },
  'session.reuse_detected': { activity: true },
} as const satisfies Readonly<Record<string, EventFacts>>

export type EventType = keyof typeof EVENTS

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

/** A log may have events of a version before or after this one. */
export const factsOf = (type: string): EventFacts | undefined => (EVENTS as Readonly<Record<string, EventFacts>>)[type]

export const ACTIVITY_TYPES = EVENT_TYPES.filter((type) => EVENTS[type].activity)

/** The maker of an event as the owner of the account is told: never which administrator, and of a stranger nothing but the network. */
export const MAKERS = ['you', 'administrator', 'somebody'] as const
export type Maker = (typeof MAKERS)[number]
