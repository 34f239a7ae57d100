import { withdrawInvite } from '../core/invites/withdraw-invite.ts'
import { systemClock } from '../kernel/clock.ts'
import { Failure } from '../kernel/errors.ts'
import { openStore } from '../open-store.ts'
import { command } from './command.ts'
import { commandLineClient } from './command-line-client.ts'
import { findInvite, inviteOperand } from './find-invite.ts'
import { invitingConfig } from './inviting-config.ts'
import { withEngine } from './with-engine.ts'

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
