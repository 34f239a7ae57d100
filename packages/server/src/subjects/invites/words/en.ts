export const en = {
  console: {
    may: {
      'invites:write': 'See and send invites',
    },
    events: {
      'invite.created': 'Invite sent',
      'invite.resent': 'Invite sent again',
      'invite.revoked': 'Invite withdrawn',
      'invite.accepted': 'Invite accepted',
    },
  },
}
