import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { CommandError, command } from '../../../platform/commands/command.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { revokeKey } from '../steps/api-key.ts'

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revoke a key. From the next request on it opens nothing.',
  operands: { id: 'The id of the key, as `keys list` prints it.' },
  options: {},

  async run({ operands, terminal, config }) {
    const isRevoked = await withEngine(config(), (engine) => {
      const deps = { store: openStore(engine), clock: systemClock }
      return revokeKey({ deps, client: commandLineClient }, operands.id, undefined)
    })
    if (!isRevoked) throw new CommandError(`There is no key ${operands.id} in use.`)
    terminal.out(`The key ${operands.id} was revoked.`)
  },
})
