/** All that an endpoint may be told of. Names and fields only ever become more. */
export const MESSAGE_TYPES = [
  ...(['user.created', 'user.updated', 'user.email_changed', 'user.email_verified', 'user.role_changed'] as const),
  ...(['user.banned', 'user.unbanned', 'user.deleted', 'user.imported'] as const),
  ...(['session.created', 'session.ended', 'sign_in.failed', 'password.changed', 'password.reset'] as const),
  ...(['factor.added', 'factor.removed', 'identity.linked', 'identity.unlinked'] as const),
  ...(['invite.created', 'invite.accepted', 'invite.revoked', 'org.created', 'org.updated', 'org.deleted'] as const),
  ...(['org.member_added', 'org.member_removed', 'org.member_role_changed', 'audit.checkpoint', 'webhook.test'] as const),
] as const

export type MessageType = (typeof MESSAGE_TYPES)[number]

/** Failed sign-ins are told only where they are named: strangers decide how many there are. */
export const EVERYTHING = '*'
export type Subscription = MessageType | typeof EVERYTHING

export const isSubscription = (text: string): text is Subscription =>
  text === EVERYTHING || MESSAGE_TYPES.some((type) => type === text)

export const wants = (types: readonly Subscription[], type: MessageType): boolean =>
  types.includes(type) || (types.includes(EVERYTHING) && type !== 'sign_in.failed')
