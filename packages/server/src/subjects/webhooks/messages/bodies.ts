import { type TObject, type TProperties, Type } from 'typebox'
import { countField, idField, listOf, textField, textOrNull, timeField } from '../../../gate/views/fields.ts'
import { User } from '../../../gate/views/user-view.ts'
import type { MessageType } from './message-types.ts'

const userNow = Type.Union([User, Type.Null()], { description: 'The account as it is when this is sent; null once it is gone.' })
const ofUser = { userId: idField('The account.'), user: userNow }
const maybeOfUser = { userId: Type.Optional(ofUser.userId), user: Type.Optional(userNow) }

const OrganisationNow = Type.Object({
  id: idField('The organisation.'),
  slug: textField('Its short name, for addresses.'),
  name: textField('What it is called.'),
})
const organisation = Type.Union([OrganisationNow, Type.Null()], {
  description: 'The organisation as it is when this is sent; null once it is gone.',
})
const ofOrg = { organisationId: idField('The organisation.'), organisation }
const maybeOfOrg = { organisationId: Type.Optional(ofOrg.organisationId), organisation: Type.Optional(organisation) }

const changed = listOf(Type.String(), 'What has changed: `name`, or `data.` and the name of a declared field.')
const role = textOrNull('What the member may do from now on.')
const sessionId = Type.Optional(idField('The session; absent where several ended together.'))
const factor = Type.String({
  enum: ['totp', 'passkey', 'recovery', 'email', 'all'],
  description: 'Which second factor. `recovery` are recovery codes; `all`: an administrator has removed them.',
})
const provider = textOrNull('The provider.')
const inviteId = textOrNull('The invite.')

const NUMBERED = Type.Integer({ description: 'Its number in the log: what has a lower one happened before.' })
const TIMESTAMP = timeField('When it has happened.')
const body = (description: string, data: TProperties, sequence: TProperties['sequence'] = NUMBERED): TObject =>
  Type.Object({ timestamp: TIMESTAMP, sequence, data: Type.Object(data, { description: 'What it is about.' }) }, { description })

const user = (description: string, more: TProperties = {}): TObject => body(description, { ...ofUser, ...more })
const invite = (description: string): TObject => body(description, { inviteId, ...maybeOfUser, ...maybeOfOrg })
const org = (description: string, more: TProperties = {}): TObject => body(description, { ...ofOrg, ...maybeOfUser, ...more })
const member = (description: string): TObject => body(description, { ...ofOrg, ...ofUser, role })

/** What each message says. A field is never taken away, and never gets another meaning. */
export const BODIES: Readonly<Record<MessageType, TObject>> = {
  'user.created': user('Somebody has an account.'),
  'user.updated': user('The name or a declared field of an account has changed.', { changed }),
  'user.email_changed': user('An account has another address.'),
  'user.email_verified': user('The address of an account was verified.'),
  'user.role_changed': user('An account may do more or less of what administrators do.'),
  'user.banned': user('An account was banned.'),
  'user.unbanned': user('An account is banned no longer.'),
  'user.deleted': user('An account was deleted.'),
  'user.imported': body('Accounts were imported. No other message tells of them.', {
    created: countField('How many were made.'),
    linked: countField('How many were there, and know now where they came from.'),
  }),
  'session.created': user('Somebody has signed in.', { sessionId }),
  'session.ended': user('A session has ended before its time, or several together.', {
    sessionId,
    reason: textOrNull('Why: `signed_out`, `password_changed`, `banned` and others.'),
    sessions: Type.Union([Type.Integer(), Type.Null()], { description: 'How many; null for all of the account.' }),
  }),
  'sign_in.failed': body('Somebody could not sign in. Alike failures within a minute are one.', maybeOfUser),
  'password.changed': user('An account has another password, or a first one.'),
  'password.reset': user('The password was set anew with a mailed code.'),
  'factor.added': user('An account has one more second factor.', { factor }),
  'factor.removed': user('An account has a second factor no longer.', { factor }),
  'identity.linked': user('A provider opens an account.', { provider }),
  'identity.unlinked': user('A provider opens an account no longer.', { provider }),
  'invite.created': invite('Somebody was invited.'),
  'invite.accepted': invite('An invite was accepted.'),
  'invite.revoked': invite('An invite was withdrawn, or declined.'),
  'org.created': org('There is one more organisation.'),
  'org.updated': org('The name or a declared field of an organisation has changed.', { changed }),
  'org.deleted': org('An organisation was deleted.'),
  'org.member_added': member('An organisation has one more member.'),
  'org.member_removed': member('A member has left an organisation, or was removed.'),
  'org.member_role_changed': member('A member may do more or less in an organisation.'),
  'audit.checkpoint': body('The audit log has said how far it is.', {
    size: Type.Integer({ description: 'How many events have a number.' }),
    note: textField('The signed note, to be kept where nobody who writes the database comes.'),
  }),
  'webhook.test': body('An administrator tries whether this arrives.', {}, Type.Null({ description: 'It is not of the log.' })),
}
