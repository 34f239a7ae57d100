import { withDeps } from '../../../gate/assembly/with-deps.ts'
import type { Deps } from '../../../gate/deps.ts'
import { CommandError, command, type Terminal, UsageError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { clientView, listedClientView } from '../clients/client-view.ts'
import { fromPreset, PRESETS, presetOf } from '../clients/presets.ts'
import { presetFor, whatToPaste } from '../clients/what-to-paste.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { changeClient, endOlderSecret, removeClient, rotateSecret } from '../steps/change-client.ts'
import { makeClient } from '../steps/make-client.ts'
import { clientSecretsIn } from '../tables/client-secrets.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { lineOf } from './client-line.ts'
import { clientOptions, inputFrom, kindHelp } from './client-options.ts'

const client = { client: 'The id of the application, as `clients list` prints it.' } as const
const json = { json: { type: 'boolean', help: 'Print JSON.' } } as const

export const clientsCreate = command({
  name: 'clients create',
  summary: 'Make an application that people sign in to. Its secret is printed once.',
  options: {
    preset: {
      type: 'string',
      hint: 'NAME',
      help: `Fill everything in for an application that is known, with --home. One of ${PRESETS.map(({ id }) => id).join(', ')}.`,
    },
    kind: { type: 'string', hint: 'KIND', help: kindHelp },
    id: { type: 'string', hint: 'ID', help: 'Its id; made of the name unless given.' },
    ...clientOptions,
  },

  async run({ values, terminal, config: read }) {
    const config = read()
    const input = { ...presetInput(values.preset, values.home), ...inputFrom(values) }
    const id = values.id === undefined ? {} : { id: values.id }
    const made = await withDeps(config, terminal, (context) =>
      makeClient(context, { ...input, ...id, kind: values.kind ?? 'web' }),
    )
    terminal.err(`The application ${made.client.name} (${made.client.id}) was made.`)
    tellSecret(terminal, config, made.client, made.secret)
  },
})

function presetInput(named: string | undefined, home: string | undefined) {
  if (named === undefined) return {}
  const preset = presetOf(named)
  const known = PRESETS.map(({ id }) => id)
  if (!preset) throw new UsageError(`--preset ${named}: there is none of this name.${didYouMean(named, known)}`)
  if (!home) throw new UsageError('--home must be given: the address of the application')
  const { kind: _kind, ...filled } = fromPreset(preset, home)
  return filled
}

/** The secret alone goes to where output is read from; what to paste is for eyes. */
function tellSecret(terminal: Terminal, config: Config, made: OidcClient, secret: string | undefined): void {
  const preset = presetFor(made)
  const pasted = preset && whatToPaste(preset, config, made)
  terminal.err(`Issuer: ${config.server.publicUrl}`)
  if (pasted) terminal.err(`${pasted.place}:\n\n${pasted.text}`)
  const where = pasted ? ', to be put in place of the dots' : ''
  terminal.err(secret === undefined ? 'It keeps no secret.' : `Its secret is shown this once${where}:`)
  if (secret !== undefined) terminal.out(secret)
}

export const clientsList = command({
  name: 'clients list',
  summary: 'List the applications that people sign in to, newest first.',
  options: json,

  async run({ values, terminal, config }) {
    const found = await withDeps(config(), terminal, ({ deps }) => clientsIn(deps.store).list())
    if (values.json) return terminal.out(JSON.stringify(found.map(listedClientView), null, 2))
    for (const one of found) terminal.out(lineOf(one))
  },
})

export const clientsShow = command({
  name: 'clients show',
  summary: 'Print all that an application is set to.',
  operands: client,
  options: {},

  async run({ operands, terminal, config }) {
    const view = await withDeps(config(), terminal, async ({ deps: { store } }) =>
      clientView(await found(store, operands.client), await clientSecretsIn(store).allOf(operands.client)),
    )
    terminal.out(JSON.stringify(view, null, 2))
  },
})

export const clientsUpdate = command({
  name: 'clients update',
  summary: 'Change an application. It counts from the next sign-in on.',
  operands: client,
  options: { ...clientOptions, enable: { type: 'boolean', help: 'Enable it again.' } },

  async run({ operands, values, terminal, config }) {
    await withDeps(config(), terminal, async (context) => {
      const { demands } = await found(context.deps.store, operands.client)
      const input = inputFrom(values, demands)
      await changeClient(context, operands.client, { ...input, ...(values.enable && { isDisabled: false }) })
    })
    terminal.out(`The application ${operands.client} was changed.`)
  },
})

export const clientsRotateSecret = command({
  name: 'clients rotate-secret',
  summary: 'Make a new secret, which is printed once. The one in use is good for another 24 hours.',
  operands: client,
  options: { 'end-older': { type: 'boolean', help: 'Make none, and end the older of two at once.' } },

  async run({ operands, values, terminal, config }) {
    await withDeps(config(), terminal, async (context) => {
      if (values['end-older']) {
        await endOlderSecret(context, operands.client)
        return terminal.out(`The older secret of ${operands.client} was ended.`)
      }
      const { secret } = await rotateSecret(context, operands.client)
      terminal.err(`The older secret of ${operands.client} is good for another 24 hours. The new one is shown this once:`)
      terminal.out(secret)
    })
  },
})

export const clientsDisable = command({
  name: 'clients disable',
  summary: 'Disable an application: nobody signs in to it, and its tokens are refused.',
  operands: client,
  options: {},

  async run({ operands, terminal, config }) {
    await withDeps(config(), terminal, (context) => changeClient(context, operands.client, { isDisabled: true }))
    terminal.out(
      `The application ${operands.client} is disabled. \`latchkey clients update ${operands.client} --enable\` undoes it.`,
    )
  },
})

export const clientsDelete = command({
  name: 'clients delete',
  summary: 'Remove an application: what it has opened for people ends.',
  operands: client,
  options: {},

  async run({ operands, terminal, config }) {
    await withDeps(config(), terminal, (context) => removeClient(context, operands.client))
    terminal.out(`The application ${operands.client} was removed.`)
  },
})

async function found(store: Deps['store'], id: string): Promise<OidcClient> {
  const known = await findClient(store, id)
  if (!known || known.removedAt !== undefined) throw new CommandError(`There is no application ${id}.`)
  return known
}
