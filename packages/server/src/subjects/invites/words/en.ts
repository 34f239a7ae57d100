export const en = {
  console: {
    events: {
      'invite.created': 'Invite sent',
      'invite.resent': 'Invite sent again',
      'invite.revoked': 'Invite withdrawn',
      'invite.accepted': 'Invite accepted',
    },
  },
}
