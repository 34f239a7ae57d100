import { Type } from 'typebox'
import { countField, textField, timeField, timeOrNullField } from '../../../gate/views/fields.ts'

const ActiveUsers = Type.Array(
  Type.Object({
    days: countField('How many days, which end today: 1, 7 and 30.'),
    users: countField('How many accounts.'),
    previous: Type.Union([Type.Integer(), Type.Null()], {
      description: 'As many days before those; null where the counters do not reach back so far.',
    }),
  }),
  {
    description:
      'Accounts of which a session began, was renewed or was used on one of the days (UTC), each once. The last seconds may be missing.',
  },
)

const counts = {
  signUps: countField('Accounts that were made.'),
  signIns: countField('Sign-ins that succeeded.'),
  failedSignIns: countField('Sign-ins that failed.'),
}

export const Statistics = Type.Object({
  accounts: countField('How many accounts there are.'),
  pendingInvites: countField('Invites to the service that can still be accepted.'),
  activeUsers: ActiveUsers,
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date', description: 'The day, in UTC.' }), ...counts }), {
    description: 'The oldest first, today last: 30 unless `days` asks for 7 or 90.',
  }),
  previous: Type.Union([Type.Object(counts), Type.Null()], {
    description: 'As many days before those, in all; null where the audit log does not reach back so far.',
  }),
  mail: Type.Object(
    {
      waiting: countField('Mails that are still to be sent.'),
      oldestAt: timeOrNullField('Since when the oldest of them waits; null where none does.'),
    },
    { description: 'How the sending of mail goes.' },
  ),
  limitsHit: Type.Object(
    { count: countField('How many requests were refused.'), since: timeField('Since when: the start of the process.') },
    {
      description:
        'How often the process that answers has refused a client for having tried too often, and since when it counts.',
    },
  ),
  version: textField('The version of the service that runs.'),
})
