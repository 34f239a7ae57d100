import { INVITE_STATUSES, readInviteQuery } from '../core/lists/invite-query.ts'
import { inviteView } from '../core/views/invite-view.ts'
import { systemClock } from '../kernel/clock.ts'
import { openStore } from '../open-store.ts'
import { invitesIn } from '../store/tables/invites.ts'
import { command, UsageError } from './command.ts'
import { invitingConfig } from './inviting-config.ts'
import { pageOptions, readPageOptions } from './page-options.ts'
import { withEngine } from './with-engine.ts'

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
    const wanted = readInviteQuery(values)
    if ('problem' in wanted) throw new UsageError(`--${wanted.problem}`)
    const now = systemClock.now()
    const { invites } = await withEngine(invitingConfig(config), (engine) =>
      invitesIn(openStore(engine)).list(wanted.filter, now, page.limit, page.offset),
    )
    const views = invites.map((invite) => inviteView(invite, now))
    if (values.json) return terminal.out(JSON.stringify(views, null, 2))
    for (const { id, email, status, expiresAt } of views)
      terminal.out(`${id}  ${email}  (${status === 'pending' ? `pending until ${expiresAt}` : status})`)
  },
})
