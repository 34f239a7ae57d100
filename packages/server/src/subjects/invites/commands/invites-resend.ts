import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { command } from '../../../platform/commands/command.ts'
import { humanTime } from '../../../platform/kernel/clock.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { sendInviteAgain } from '../steps/send-invite-again.ts'
import { inviteView } from '../views/invite-view.ts'
import { findInvite, inviteOperand } from './find-invite.ts'
import { invitingConfig } from './inviting-config.ts'

export const invitesResend = command({
  name: 'invites resend',
  summary: 'Mail an invite again, with a new link. The old link no longer works.',
  operands: inviteOperand,
  options: { json: { type: 'boolean', help: 'Print the invite as JSON.' } },

  async run({ values, operands, terminal, config }) {
    await withDeps(invitingConfig(config), terminal, async (context) => {
      const { store, clock } = context.deps
      const known = await findInvite(store, operands.invite, clock.now())
      const invite = await sendInviteAgain(context, known, undefined)
      if ('refusal' in invite) throw new Failure(invite.refusal)
      terminal.out(
        values.json
          ? JSON.stringify(inviteView(invite, clock.now()))
          : `Invited ${invite.email} again (${invite.id}). The new link works until ${humanTime(invite.expiresAt)}.`,
      )
    })
  },
})
