import { Type } from 'typebox'
import { ActivityView } from '../../../gate/views/activity-view.ts'
import {
  countField,
  flagField,
  idField,
  idOrNull,
  listOf,
  textField,
  textOrNull,
  timeField,
  timeOrNullField,
} from '../../../gate/views/fields.ts'
import { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { SessionMethod, sessionFields } from '../../../gate/views/session-view.ts'
import { userFields } from '../../../gate/views/user-view.ts'

const since = (description: string) =>
  Type.Union([Type.Object({ enabledAt: timeField('Since when it is asked for.') }), Type.Null()], { description })

const account = Type.Object(
  {
    id: userFields.id,
    email: userFields.email,
    name: userFields.name,
    role: userFields.role,
    emailVerified: userFields.isVerified,
    emailVerifiedAt: timeOrNullField('When that was; null while it is not.'),
    hasPassword: flagField('Whether it has a password.'),
    twoFactorEnabled: userFields.twoFactorEnabled,
    twoFactorEnabledAt: timeOrNullField('Since when; null where it does not.'),
    language: textOrNull('The language of its mails, where one was chosen.'),
    createdAt: userFields.createdAt,
    updatedAt: userFields.updatedAt,
  },
  { description: 'The account itself.' },
)

const session = Type.Object({
  id: sessionFields.id,
  name: textOrNull('What its owner calls it, where it has a name.'),
  method: SessionMethod,
  ipAddress: sessionFields.ipAddress,
  userAgent: sessionFields.userAgent,
  secondFactorAt: timeOrNullField('When a second factor was passed in it; null where none was.'),
  createdAt: sessionFields.createdAt,
  lastActiveAt: sessionFields.lastActiveAt,
  expiresAt: timeField('When it ends, unless it is used before.'),
})

const device = Type.Object({
  id: idField('The browser.'),
  browser: textOrNull('Its name, where that is known.'),
  system: textOrNull('Its operating system, where that is known.'),
  userAgent: textField('What it calls itself.'),
  firstSeenAt: timeField('When the account was first signed in to there.'),
  lastSeenAt: timeField('When it last was.'),
  trustedUntil: timeOrNullField('Until when it is asked for no second factor; null where it is asked.'),
})

const provider = Type.Object({
  provider: textField('Its name in the configuration.'),
  email: textOrNull('The address that the provider named, if it named one.'),
  linkedAt: timeField('When it was connected.'),
  lastUsedAt: timeField('When it was last signed in with.'),
})

const passkey = Type.Object({
  id: PasskeyView.properties.id,
  name: PasskeyView.properties.name,
  createdAt: PasskeyView.properties.createdAt,
  lastUsedAt: PasskeyView.properties.lastUsedAt,
  isBackupEligible: flagField('Whether it may be copied to other devices.'),
  isBackedUp: PasskeyView.properties.isBackedUp,
})

const factors = Type.Object(
  {
    totp: Type.Union(
      [
        Type.Object({
          enabledAt: timeField('When it was added.'),
          lastUsedAt: timeOrNullField('When a code of it was last accepted; null if never.'),
        }),
        Type.Null(),
      ],
      { description: 'The authenticator app; null where there is none.' },
    ),
    recovery: Type.Union(
      [Type.Object({ remaining: countField('How many are left.'), createdAt: timeField('When they were made.') }), Type.Null()],
      { description: 'The recovery codes; null where there are none.' },
    ),
    email: since('Codes by email; null where they are not asked for.'),
    passkey: since('A passkey after a password or a provider; null where none is asked for.'),
  },
  { description: 'What a sign-in can be asked for.' },
)

const organisation = Type.Object({
  id: idOrNull('The organisation; null for one that has invited.'),
  name: textField('What it is called.'),
  slug: textOrNull('Its short name; null for one that has invited.'),
  role: Type.String({ enum: ['member', 'admin', 'owner'], description: 'What the account may do there, or is invited to.' }),
  joinedAt: timeOrNullField('Since when it is a member; null for an invite.'),
  invitedAt: timeOrNullField('When it was invited; null for a member.'),
  inviteExpiresAt: timeOrNullField('Until when that can be accepted; null for a member.'),
})

const origin = Type.Union(
  [
    Type.Object({
      source: textField('The system that it came from.'),
      sourceId: textField('Its id there.'),
      importedAt: timeField('When it was brought here.'),
    }),
    Type.Null(),
  ],
  { description: 'Where the account came from; null where it was made here.' },
)

const application = Type.Object({
  clientId: textField('The application.'),
  name: textField('What it is called.'),
  homeUrl: textOrNull('Where it is, if an administrator has said so.'),
  since: timeField('Since when it knows the account.'),
  lastUsedAt: timeOrNullField('When it was last used; null where nobody is signed in to it.'),
  scopes: Type.Array(Type.String(), { description: 'What it may see and do.' }),
  stays: flagField('It stays signed in when the browser is not.'),
})

/** The document holds neither secrets nor anything about other people. */
export const AccountExport = Type.Object(
  {
    format: Type.String({ enum: ['latchkey.account.v1'], description: 'Which fields there are.' }),
    exportedAt: timeField('When this was written.'),
    account,
    origin,
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values of fields that the operator has declared, those that only the operator sees too.',
    }),
    sessions: Type.Array(session, { description: 'Live ones.' }),
    devices: Type.Array(device, { description: 'Browsers that the account knows.' }),
    providers: listOf(provider, 'Providers that it can be signed in to with.'),
    passkeys: listOf(passkey, 'Its passkeys.'),
    factors,
    organisations: Type.Array(organisation, {
      description: 'Those that the account is in, and those that have invited its address, by their name alone.',
    }),
    applications: Type.Array(application, {
      description: 'Those that the account is signed in to, and those that it has allowed to know it.',
    }),
    events: Type.Array(ActivityView, { description: 'The newest 10,000.' }),
    truncated: Type.Boolean({ description: 'There is more of something than is listed.' }),
  },
  { title: 'AccountExport', description: 'All that is kept about an account.' },
)
