import { revokeKey } from '../core/keys/api-key.ts'
import { systemClock } from '../kernel/clock.ts'
import { openStore } from '../open-store.ts'
import { CommandError, command } from './command.ts'
import { commandLineClient } from './command-line-client.ts'
import { withEngine } from './with-engine.ts'

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
