import { organisations } from './en/organisations.ts'

export const en = {
  console: {
    may: {
      'orgs:read': 'See organisations',
      'orgs:write': 'Change organisations',
    },
    events: {
      'org.created': 'Organisation created',
      'org.updated': 'Organisation changed',
      'org.deleted': 'Organisation deleted',
      'org.member.added': 'Joined an organisation',
      'org.member.removed': 'Removed from an organisation',
      'org.member.left': 'Left an organisation',
      'org.member.role_changed': 'Role in an organisation changed',
      'org.owner.transferred': 'Ownership handed over',
      'org.invite.created': 'Invite to an organisation sent',
      'org.invite.resent': 'Invite to an organisation sent again',
      'org.invite.revoked': 'Invite to an organisation withdrawn',
      'org.invite.accepted': 'Invite to an organisation accepted',
      'org.invite.declined': 'Invite to an organisation declined',
      'admin.org.deleted': 'Organisation deleted by an administrator',
      'admin.org.owner_set': 'Owner appointed by an administrator',
    },
  },
  organisations,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
