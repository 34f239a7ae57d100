import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { CommandError, command, UsageError } from '../../../platform/commands/command.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'
import { catalogues } from '../../../platform/pages/words/catalogues.ts'
import type { Engine } from '../../../platform/store/engine.ts'
import { createOwnKey, revokeKey } from '../steps/api-key.ts'
import { apiKeysIn } from '../tables/api-keys.ts'
import { keyView } from '../views/key-view.ts'

const contextOf = (engine: Engine) => ({ deps: { store: openStore(engine), clock: systemClock }, client: commandLineClient })

function scopesInWords(): string {
  const { may } = catalogues.en.console
  return KEY_SCOPES.map((scope) => `${scope} (${may[scope].charAt(0).toLowerCase()}${may[scope].slice(1)})`).join(', ')
}

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
        return `What it opens; may be repeated, or several with commas. One of ${scopesInWords()}.`
      },
    },
  },

  async run({ values, terminal, config }) {
    const name = displayName(values.name ?? '')
    if (name === undefined) throw new UsageError('--name must be given')
    const wanted = (values.scope ?? []).flatMap((text) => text.split(',')).map((one) => one.trim())
    const unknown = wanted.find((one) => !KEY_SCOPES.some((scope) => scope === one))
    if (unknown !== undefined)
      throw new UsageError(`--scope ${unknown}: there is none of this name.${didYouMean(unknown, KEY_SCOPES)}`)
    if (wanted.length === 0) throw new UsageError(`--scope must be one of ${scopesInWords()}`)
    const scopes = KEY_SCOPES.filter((scope) => wanted.includes(scope))
    const made = await withEngine(config(), (engine) => createOwnKey(contextOf(engine), { name, scopes }))
    if (!made) throw new CommandError('There are too many keys. Revoke one that is no longer used.')
    terminal.err(`The key ${name} (${made.key.id}) may do ${scopes.join(', ')}. It is shown this once:`)
    terminal.out(made.secret)
  },
})

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

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revoke a key. From the next request on it opens nothing.',
  operands: { id: 'The id of the key, as `keys list` prints it.' },
  options: {},

  async run({ operands, terminal, config }) {
    const refusal = await withEngine(config(), (engine) => revokeKey(contextOf(engine), operands.id, undefined))
    if (refusal) throw new CommandError(`There is no key ${operands.id} in use.`)
    terminal.out(`The key ${operands.id} was revoked.`)
  },
})
