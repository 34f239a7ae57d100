import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { command } from '../../../platform/commands/command.ts'
import { humanTime, systemClock } from '../../../platform/kernel/clock.ts'
import { sendInviteAgain, withdrawInvite } from '../steps/invites.ts'
import { inviteView } from '../views/invite-view.ts'
import { findInvite, inviteOperand, invitingConfig } from './find-invite.ts'

export const invitesResend = command({
  name: 'invites resend',
  summary: 'Mail an invite again, with a new link. The old link no longer works.',
  operands: inviteOperand,
  options: { json: { type: 'boolean', help: 'Print the invite as JSON.' } },

  async run({ values, operands, terminal, config }) {
    await withDeps(invitingConfig(config), terminal, async (context) => {
      const { store, clock } = context.deps
      const invite = await sendInviteAgain(context, await findInvite(store, operands.invite, clock.now()), undefined)
      terminal.out(
        values.json
          ? JSON.stringify(inviteView(invite, clock.now()))
          : `Invited ${invite.email} again (${invite.id}). The new link works until ${humanTime(invite.expiresAt)}.`,
      )
    })
  },
})

export const invitesRevoke = command({
  name: 'invites revoke',
  summary: 'Withdraw an invite. Its link no longer works.',
  operands: inviteOperand,
  options: {},

  async run({ operands, terminal, config }) {
    await withEngine(invitingConfig(config), async (engine) => {
      const deps = { store: openStore(engine), clock: systemClock }
      const { id, email } = await findInvite(deps.store, operands.invite, systemClock.now())
      await withdrawInvite({ deps, client: commandLineClient }, id, undefined)
      terminal.out(`The invite for ${email} was withdrawn (${id}).`)
    })
  },
})
