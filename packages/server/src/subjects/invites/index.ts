import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { invitesResend, invitesRevoke } from './commands/invites-change.ts'
import { invitesCreate } from './commands/invites-create.ts'
import { invitesList } from './commands/invites-list.ts'
import { invitesPage } from './console/invites.tsx'
import { invitesErrors } from './errors.ts'
import { invitesEvents } from './events.ts'
import { inviteInfo, inviteRegister, postInviteInfo } from './flows/invite.ts'
import { createInvite, resendInvite, revokeInvite } from './flows/invites.ts'
import { listInvites } from './flows/list-invites.ts'
import { invitesMails } from './mails.ts'
import { invitesTables } from './migrations.ts'
import { invitePage } from './pages/invite.tsx'
import { invitesScopes } from './scopes.ts'
import { INVITES } from './tables/invites.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { InviteActions } from './console/invite-row.tsx'
export { CodeEntrance, EndedInvite, NewcomerForm, newcomerIn } from './pages/invited.tsx'
export { deliverInvite, hashOfInvite, writeInviteMail } from './steps/invite-mail.ts'
export { invitesIn } from './tables/invites.ts'

export const invites = {
  title: 'Invites',
  order: 12,
  endpoints: { inviteInfo, postInviteInfo, inviteRegister, createInvite, listInvites, revokeInvite, resendInvite },
  pages: (looks: Looks) => [invitePage(looks), invitesPage(looks)],
  tables: [INVITES],
  migrations: [invitesTables],
  errors: invitesErrors,
  events: invitesEvents,
  scopes: invitesScopes,
  mails: invitesMails,
  words: { de, en, es, fr },
  commands: [invitesCreate, invitesList, invitesResend, invitesRevoke],
} as const satisfies Subject
