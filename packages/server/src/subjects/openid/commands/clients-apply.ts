import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { withDeps } from '../../../gate/assembly/with-deps.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { CommandError, command, type Terminal } from '../../../platform/commands/command.ts'
import { didYouMean } from '../../../platform/kernel/nearest.ts'
import { CLIENT_KINDS } from '../clients/client.ts'
import { clientFields } from '../clients/client-input.ts'
import { problemText } from '../clients/problems.ts'
import { settle } from '../clients/settle-client.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { changeClient, changed, differences } from '../steps/change-client.ts'
import { makeClient } from '../steps/make-client.ts'
import type { OidcClient } from '../tables/clients.ts'

const Entry = Type.Object({ id: Type.String(), kind: Type.String(), ...clientFields, isDisabled: Type.Optional(Type.Boolean()) })
type Entry = Static<typeof Entry>

const FIELDS = Object.keys(Entry.properties)

/** What a file says of an application, beside what there is. */
interface Plan {
  readonly entry: Entry
  readonly before: OidcClient | undefined
  /** The settings that differ; all of them for one that is new. */
  readonly differing: readonly string[]
}

export const clientsApply = command({
  name: 'clients apply',
  summary:
    'Make and change applications so that they are as a JSON file says: a list of them, as `clients show` prints one. Others stay. The same file twice changes nothing.',
  operands: { file: 'The file.' },
  options: { check: { type: 'boolean', help: 'Change nothing, print what would change, and exit with 1 if something would.' } },

  async run({ operands, values, terminal, config }) {
    const entries = readEntries(path.resolve(terminal.cwd, operands.file))
    const pending = await withDeps(config(), terminal, async (context) => {
      // All of it is read and checked before any of it is written.
      const plans: Plan[] = []
      for (const entry of entries) plans.push(await planOf(context, entry))
      for (const plan of plans) values.check ? tell(terminal, plan) : await apply(context, terminal, plan)
      return plans.filter(({ differing }) => differing.length > 0).length
    })
    if (pending === 0) return terminal.out('All applications are as the file says.')
    if (values.check) throw new CommandError(`${pending} of ${entries.length} applications would change.`)
  },
})

function readEntries(file: string): readonly Entry[] {
  const list = parsed(file)
  if (!Array.isArray(list)) throw new CommandError(`${file}: must be a list of applications`)
  const ids = new Set<string>()
  return list.map((one: unknown, at) => {
    const entry = readEntry(one, `${file}: application ${at + 1}`)
    if (ids.has(entry.id)) throw new CommandError(`${file}: ${entry.id} stands there twice`)
    ids.add(entry.id)
    return entry
  })
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new CommandError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** Facts that `clients show` prints beside the settings, and that no file sets. */
const SHOWN_ONLY = [
  'createdAt',
  'createdBy',
  'updatedAt',
  'disabledAt',
  'lastUsedAt',
  'lastRefusal',
  'lastRefusedAt',
  'lastRefusedUri',
  'secrets',
  'hasSentChallenge',
]

function readEntry(one: unknown, where: string): Entry {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) throw new CommandError(`${where}: must be an object`)
  const given = Object.entries(one).filter(([name]) => !SHOWN_ONLY.includes(name))
  const unknown = given.find(([name]) => !FIELDS.includes(name))?.[0]
  if (unknown !== undefined) throw new CommandError(`${where}: there is no setting ${unknown}.${didYouMean(unknown, FIELDS)}`)
  const entry = Object.fromEntries(given.map(([name, value]) => [name, value === null ? '' : value]))
  const wrong = FIELDS.find((name) => !Check(Type.Object({ [name]: Entry.properties[name as keyof Entry] }), entry))
  if (wrong !== undefined) throw new CommandError(`${where}: ${wrong} is missing or not valid`)
  return entry as Entry
}

const planOf = (context: Context, entry: Entry): Promise<Plan> =>
  inTransaction(context, async (tx) => {
    const { id, kind, isDisabled, ...input } = entry
    const known = await findClient(tx, id)
    const before = known?.removedAt === undefined ? known : undefined
    if (before && before.kind !== kind) throw new CommandError(`${id}: the kind of an application stays as it was made`)
    const usualKind = CLIENT_KINDS.find((one) => one === kind)
    if (!usualKind) throw new CommandError(`${id}: kind must be one of ${CLIENT_KINDS.join(', ')}`)
    if (before) {
      const after = await changed(tx, before, { ...input, isDisabled: isDisabled ?? before.disabledAt !== undefined })
      const isSwitched = (before.disabledAt === undefined) !== (after.disabledAt === undefined)
      return { entry, before, differing: [...differences(before, after), ...(isSwitched ? ['isDisabled'] : [])] }
    }
    const { problems } = await settle(tx, tx.deps.config, usualKind, input)
    if (problems.length > 0) throw new CommandError(`${id}: ${problems.map(problemText).join(' ')}`)
    return { entry, before, differing: Object.keys(input) }
  })

const tell = (terminal: Terminal, { entry, before, differing }: Plan): void => {
  if (!before) terminal.out(`${entry.id} would be made`)
  else if (differing.length > 0) terminal.out(`${entry.id} would change: ${differing.join(', ')}`)
}

async function apply(context: Context, terminal: Terminal, { entry, before, differing }: Plan): Promise<void> {
  const { id, kind, isDisabled, ...input } = entry
  if (before) {
    if (differing.length === 0) return
    await changeClient(context, id, { ...input, ...(isDisabled !== undefined && { isDisabled }) })
    return terminal.err(`${id} was changed: ${differing.join(', ')}`)
  }
  const { secret } = await makeClient(context, { ...input, id, kind })
  if (isDisabled) await changeClient(context, id, { isDisabled })
  terminal.err(secret === undefined ? `${id} was made` : `${id} was made. Its secret is shown this once:`)
  if (secret !== undefined) terminal.out(`${id} ${secret}`)
}
