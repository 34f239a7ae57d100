import { Type } from 'typebox'
import { ROLES } from '../../../gate/accounts/roles.ts'
import { ActivityView } from '../../../gate/views/activity-view.ts'
import { Id, TimeOrNull, Timestamp } from '../../../gate/views/fields.ts'
import { SessionMethod } from '../../../gate/views/session-view.ts'

const TextOrNull = Type.Union([Type.String(), Type.Null()])
const Since = Type.Union([Type.Object({ enabledAt: Timestamp }), Type.Null()])

const account = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: Type.String({ enum: [...ROLES] }),
  emailVerified: Type.Boolean(),
  emailVerifiedAt: TimeOrNull,
  hasPassword: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  twoFactorEnabledAt: TimeOrNull,
  language: TextOrNull,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const session = Type.Object({
  id: Id,
  name: TextOrNull,
  method: SessionMethod,
  ipAddress: Type.String(),
  userAgent: Type.String(),
  secondFactorAt: TimeOrNull,
  createdAt: Timestamp,
  lastActiveAt: Timestamp,
  expiresAt: Timestamp,
})

const device = Type.Object({
  id: Id,
  browser: TextOrNull,
  system: TextOrNull,
  userAgent: Type.String(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  trustedUntil: TimeOrNull,
})

const provider = Type.Object({ provider: Type.String(), email: TextOrNull, linkedAt: Timestamp, lastUsedAt: Timestamp })

const passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: TimeOrNull,
  isBackupEligible: Type.Boolean(),
  isBackedUp: Type.Boolean(),
})

const factors = Type.Object({
  totp: Type.Union([Type.Object({ enabledAt: Timestamp, lastUsedAt: TimeOrNull }), Type.Null()]),
  recovery: Type.Union([Type.Object({ remaining: Type.Integer(), createdAt: Timestamp }), Type.Null()]),
  email: Since,
  passkey: Since,
})

const organisation = Type.Object({
  id: Type.Union([Id, Type.Null()]),
  name: Type.String(),
  slug: TextOrNull,
  role: Type.String({ enum: ['member', 'admin', 'owner'] }),
  joinedAt: TimeOrNull,
  invitedAt: TimeOrNull,
  inviteExpiresAt: TimeOrNull,
})

/** The document holds neither secrets nor anything about other people. */
export const AccountExport = Type.Object(
  {
    format: Type.String({ enum: ['latchkey.account.v1'] }),
    exportedAt: Timestamp,
    account,
    sessions: Type.Array(session, { description: 'Live ones.' }),
    devices: Type.Array(device, { description: 'Browsers that the account knows.' }),
    providers: Type.Array(provider),
    passkeys: Type.Array(passkey),
    factors,
    organisations: Type.Array(organisation, {
      description: 'Those that the account is in, and those that have invited its address, by their name alone.',
    }),
    events: Type.Array(ActivityView, { description: 'The newest 10,000.' }),
    truncated: Type.Boolean({ description: 'There is more of something than is listed.' }),
  },
  { title: 'AccountExport' },
)
