import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { ask } from '../../../platform/commands/ask.ts'
import { command } from '../../../platform/commands/command.ts'
import { readEmail } from '../../../platform/commands/read-email.ts'
import { humanTime } from '../../../platform/kernel/clock.ts'
import { sendInvite } from '../steps/invites.ts'
import { inviteView } from '../views/invite-view.ts'
import { invitingConfig } from './find-invite.ts'

export const invitesCreate = command({
  name: 'invites create',
  summary: 'Invite an address by mail. Prompts for it when it is missing.',
  options: {
    email: { type: 'string', hint: 'ADDRESS', help: 'Who is invited.' },
    json: { type: 'boolean', help: 'Print the invite as JSON.' },
  },

  async run({ values, terminal, config: load }) {
    const config = invitingConfig(load)
    const email = await ask(terminal, 'email', values.email, 'Email address', readEmail)
    await withDeps(config, terminal, async (context) => {
      const invite = await sendInvite(context, email, undefined)
      terminal.out(
        values.json
          ? JSON.stringify(inviteView(invite, context.deps.clock.now()))
          : `Invited ${invite.email} (${invite.id}). The link works until ${humanTime(invite.expiresAt)}.`,
      )
    })
  },
})
