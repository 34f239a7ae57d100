import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { pageOptions, readPageOptions } from '../../../gate/lists/page-options.ts'
import { command, UsageError } from '../../../platform/commands/command.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { INVITE_STATUSES, readInviteQuery } from '../steps/invite-query.ts'
import { invitesIn } from '../tables/invites.ts'
import { inviteView } from '../views/invite-view.ts'
import { invitingConfig } from './find-invite.ts'

export const invitesList = command({
  name: 'invites list',
  summary: 'List invites, newest first.',
  options: {
    status: { type: 'string', hint: 'STATUS', help: `Only this one of ${INVITE_STATUSES.join(', ')}.` },
    search: { type: 'string', hint: 'TEXT', help: 'Only addresses that begin like this.' },
    ...pageOptions,
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    const page = readPageOptions(values)
    const query = readInviteQuery(values)
    if ('problem' in query) throw new UsageError(`--${query.problem}`)
    const now = systemClock.now()
    const { invites } = await withEngine(invitingConfig(config), (engine) =>
      invitesIn(openStore(engine)).list(query.filter, now, page.limit, page.offset),
    )
    const views = invites.map((invite) => inviteView(invite, now))
    if (values.json) return terminal.out(JSON.stringify(views, null, 2))
    for (const { id, email, status, expiresAt } of views)
      terminal.out(`${id}  ${email}  (${status === 'pending' ? `pending until ${expiresAt}` : status})`)
  },
})
