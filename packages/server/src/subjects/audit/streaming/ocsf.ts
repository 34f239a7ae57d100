/** Classes of https://schema.ocsf.io by their number, each with the activities that we have. 99 is what no other names. */
const CLASSES = {
  'Account Change': {
    uid: 3001,
    activities: {
      Create: 1,
      Enable: 2,
      'Password Change': 3,
      'Password Reset': 4,
      Disable: 5,
      Delete: 6,
      'MFA Factor Enable': 10,
      'MFA Factor Disable': 11,
      Other: 99,
    },
  },
  Authentication: { uid: 3002, activities: { Logon: 1, Logoff: 2, Other: 99 } },
  'Authorize Session': { uid: 3003, activities: { 'Assign Privileges': 1, Other: 99 } },
  'Entity Management': { uid: 3004, activities: { Create: 1, Read: 2, Update: 3, Delete: 4, Other: 99 } },
  'User Access Management': { uid: 3005, activities: { 'Assign Privileges': 1, 'Revoke Privileges': 2 } },
  'Group Management': { uid: 3006, activities: { 'Add User': 3, 'Remove User': 4, Delete: 5, Create: 6, Other: 99 } },
} as const

type Classes = typeof CLASSES
type Named = { [Class in keyof Classes]: `${Class}: ${keyof Classes[Class]['activities'] & string}` }[keyof Classes]

/**
 * The one table of which event is of which class. It names events of subjects that may be left out, so it is of no type that the subjects
 * fill; a test wants a decision for every event there is.
 */
export const OCSF: Readonly<Record<string, Named>> = {
  'user.registered': 'Account Change: Create',
  'account.claimed': 'Account Change: Other',
  'account.deleted': 'Account Change: Delete',
  'account.exported': 'Entity Management: Read',
  'account.inactive': 'Account Change: Other',
  'data.changed': 'Entity Management: Update',

  'login.success': 'Authentication: Logon',
  'login.failed': 'Authentication: Logon',
  'login.code.requested': 'Authentication: Other',
  'admin.login.success': 'Authentication: Logon',
  'admin.login.failed': 'Authentication: Logon',
  'oauth.login': 'Authentication: Logon',
  'passkey.login': 'Authentication: Logon',
  'passkey.failed': 'Authentication: Logon',
  'passkey.counter': 'Authentication: Other',
  '2fa.code.sent': 'Authentication: Other',
  '2fa.code.verified': 'Authentication: Logon',
  '2fa.code.failed': 'Authentication: Logon',
  '2fa.passkey.verified': 'Authentication: Logon',
  '2fa.recovery.used': 'Authentication: Logon',
  'step_up.success': 'Authentication: Other',
  'step_up.failed': 'Authentication: Other',

  'session.created': 'Authorize Session: Assign Privileges',
  'session.refreshed': 'Authorize Session: Other',
  'session.renamed': 'Entity Management: Update',
  'session.revoked': 'Authentication: Logoff',
  'session.reuse_detected': 'Authentication: Logoff',
  logout: 'Authentication: Logoff',
  'app.session.created': 'Authorize Session: Assign Privileges',
  'device.trusted': 'Account Change: Other',
  'device.revoked': 'Account Change: Other',
  'device.new': 'Authentication: Other',
  'device.reported': 'Authentication: Other',

  '2fa.enabled': 'Account Change: MFA Factor Enable',
  '2fa.disabled': 'Account Change: MFA Factor Disable',
  '2fa.totp.enabled': 'Account Change: MFA Factor Enable',
  '2fa.totp.disabled': 'Account Change: MFA Factor Disable',
  '2fa.recovery.created': 'Account Change: MFA Factor Enable',
  'passkey.added': 'Account Change: MFA Factor Enable',
  'passkey.renamed': 'Account Change: Other',
  'passkey.removed': 'Account Change: MFA Factor Disable',

  'password.reset.requested': 'Account Change: Password Reset',
  'password.reset.completed': 'Account Change: Password Reset',
  'password.changed': 'Account Change: Password Change',
  'password.expired': 'Account Change: Other',
  'password.set': 'Account Change: Password Change',

  'email.verification.sent': 'Account Change: Other',
  'email.verified': 'Account Change: Other',
  'email.change.requested': 'Account Change: Other',
  'email.change.confirmed': 'Account Change: Other',
  'email.change.cancelled': 'Account Change: Other',
  'email.changed': 'Account Change: Other',
  'email.change.reverted': 'Account Change: Other',
  'oauth.linked': 'Account Change: Other',
  'oauth.unlinked': 'Account Change: Other',

  'admin.user.created': 'Account Change: Create',
  'user.renamed': 'Account Change: Other',
  'admin.user.renamed': 'Account Change: Other',
  'admin.user.email_changed': 'Account Change: Other',
  'admin.user.verified': 'Account Change: Other',
  'admin.user.reset_sent': 'Account Change: Password Reset',
  'admin.user.role_changed': 'User Access Management: Assign Privileges',
  'admin.user.scopes_changed': 'User Access Management: Assign Privileges',
  'admin.user.factors_reset': 'Account Change: MFA Factor Disable',
  'admin.user.banned': 'Account Change: Disable',
  'admin.user.unbanned': 'Account Change: Enable',
  'admin.user.deleted': 'Account Change: Delete',
  'admin.user.sessions_revoked': 'Authentication: Logoff',
  'admin.users.imported': 'Account Change: Create',
  'admin.users.exported': 'Entity Management: Read',
  'admin.key.created': 'Entity Management: Create',
  'admin.key.revoked': 'Entity Management: Delete',

  'invite.created': 'Entity Management: Create',
  'invite.resent': 'Entity Management: Update',
  'invite.revoked': 'Entity Management: Delete',
  'invite.accepted': 'Account Change: Create',

  'org.created': 'Group Management: Create',
  'org.updated': 'Group Management: Other',
  'org.deleted': 'Group Management: Delete',
  'org.member.added': 'Group Management: Add User',
  'org.member.removed': 'Group Management: Remove User',
  'org.member.left': 'Group Management: Remove User',
  'org.member.role_changed': 'User Access Management: Assign Privileges',
  'org.owner.transferred': 'User Access Management: Assign Privileges',
  'org.invite.created': 'Entity Management: Create',
  'org.invite.resent': 'Entity Management: Update',
  'org.invite.revoked': 'Entity Management: Delete',
  'org.invite.accepted': 'Group Management: Add User',
  'org.invite.declined': 'Entity Management: Delete',
  'admin.org.deleted': 'Group Management: Delete',
  'admin.org.owner_set': 'User Access Management: Assign Privileges',

  'oidc.key.rotated': 'Entity Management: Update',
  'admin.client.created': 'Entity Management: Create',
  'admin.client.changed': 'Entity Management: Update',
  'admin.client.disabled': 'Entity Management: Update',
  'admin.client.enabled': 'Entity Management: Update',
  'admin.client.deleted': 'Entity Management: Delete',
  'admin.client.secret.created': 'Entity Management: Update',
  'admin.client.secret.ended': 'Entity Management: Update',
  'oidc.application.removed': 'User Access Management: Revoke Privileges',
  'oidc.authorized': 'Authorize Session: Assign Privileges',
  'oidc.consent.given': 'User Access Management: Assign Privileges',
  'oidc.consent.denied': 'Authorize Session: Other',
  'oidc.tokens.issued': 'Authorize Session: Assign Privileges',
  'oidc.tokens.refreshed': 'Authorize Session: Other',
  'oidc.tokens.revoked': 'Authentication: Logoff',
  'oidc.code.reuse_detected': 'Authentication: Logoff',
  'oidc.refresh.reuse_detected': 'Authentication: Logoff',
  'oidc.device.claimed': 'Authorize Session: Other',
  'oidc.device.allowed': 'Authorize Session: Assign Privileges',
  'oidc.device.denied': 'Authorize Session: Other',

  'admin.webhook.created': 'Entity Management: Create',
  'admin.webhook.changed': 'Entity Management: Update',
  'admin.webhook.disabled': 'Entity Management: Update',
  'admin.webhook.deleted': 'Entity Management: Delete',
  'admin.webhook.secret.created': 'Entity Management: Update',
  'admin.webhook.secret.ended': 'Entity Management: Update',
  'admin.webhook.replayed': 'Entity Management: Read',

  'audit.began': 'Entity Management: Create',
  'audit.withdrawn': 'Entity Management: Update',
  'audit.expired': 'Entity Management: Delete',
  'audit.erased': 'Entity Management: Update',
  'service.restored': 'Entity Management: Update',
  'service.secret_lost': 'Entity Management: Update',
}

/** As the schema has it where nothing is known of an event: a log may have events of a version before or after this one. */
const BASE_EVENT = { classUid: 0, activityId: 99 } as const

export function ocsfOf(type: string): { readonly classUid: number; readonly activityId: number } {
  const named = Object.hasOwn(OCSF, type) ? OCSF[type] : undefined
  if (named === undefined) return BASE_EVENT
  const [name, activity] = named.split(': ') as [keyof Classes, string]
  const { uid, activities } = CLASSES[name]
  return { classUid: uid, activityId: (activities as Readonly<Record<string, number>>)[activity] ?? BASE_EVENT.activityId }
}
