import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { command } from '../../../platform/commands/command.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { withdrawInvite } from '../steps/withdraw-invite.ts'
import { findInvite, inviteOperand } from './find-invite.ts'
import { invitingConfig } from './inviting-config.ts'

export const invitesRevoke = command({
  name: 'invites revoke',
  summary: 'Withdraw an invite. Its link no longer works.',
  operands: inviteOperand,
  options: {},

  async run({ operands, terminal, config }) {
    await withEngine(invitingConfig(config), async (engine) => {
      const deps = { store: openStore(engine), clock: systemClock }
      const { id, email } = await findInvite(deps.store, operands.invite, systemClock.now())
      const { refusal } = await withdrawInvite({ deps, client: commandLineClient }, id, undefined)
      if (refusal) throw new Failure(refusal)
      terminal.out(`The invite for ${email} was withdrawn (${id}).`)
    })
  },
})
