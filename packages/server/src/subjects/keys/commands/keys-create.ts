import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { CommandError, command, UsageError } from '../../../platform/commands/command.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { isScope, SCOPES } from '../../../platform/kernel/scopes.ts'
import { createOwnKey } from '../steps/api-key.ts'

export const keysCreate = command({
  name: 'keys create',
  summary: 'Make a key with which a backend may call the administrators’ routes of its scopes. It is printed once.',
  options: {
    name: { type: 'string', hint: 'NAME', help: 'What it is for, such as billing.' },
    scope: {
      type: 'string',
      multiple: true,
      hint: 'SCOPE',
      get help() {
        return `What it opens; may be repeated. One of ${SCOPES.join(', ')}.`
      },
    },
  },

  async run({ values, terminal, config }) {
    const name = displayName(values.name ?? '')
    if (name === undefined) throw new UsageError('--name must be given')
    const unknown = values.scope?.find((one) => !isScope(one))
    if (!values.scope || unknown !== undefined) throw new UsageError(`--scope must be one of ${SCOPES.join(', ')}`)
    const scopes = SCOPES.filter((scope) => values.scope?.includes(scope))
    const made = await withEngine(config(), (engine) => {
      const deps = { store: openStore(engine), clock: systemClock }
      return createOwnKey({ deps, client: commandLineClient }, { name, scopes })
    })
    if (!made) throw new CommandError('There are too many keys. Revoke one that is no longer used.')
    terminal.err(`The key ${name} (${made.key.id}) may do ${scopes.join(', ')}. It is shown this once:`)
    terminal.out(made.secret)
  },
})
