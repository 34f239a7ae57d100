import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { command } from '../../../platform/commands/command.ts'
import { apiKeysIn } from '../tables/api-keys.ts'
import { keyView } from '../views/key-view.ts'

export const keysList = command({
  name: 'keys list',
  summary: 'List the keys of backends, newest first.',
  options: { json: { type: 'boolean', help: 'Print a JSON array.' } },

  async run({ values, terminal, config }) {
    const keys = (await withEngine(config(), (engine) => apiKeysIn(openStore(engine)).list())).map(keyView)
    if (values.json) return terminal.out(JSON.stringify(keys, null, 2))
    for (const { id, name, scopes, lastUsedAt, revokedAt } of keys) {
      const state = revokedAt !== null ? `revoked ${revokedAt}` : lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`
      terminal.out(`${id}  ${name}  ${scopes.join(' ')}  (${state})`)
    }
  },
})
