import { type Static, Type } from 'typebox'
import type { Applied, Declarable } from '../../../gate/subject.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { asObject, inPlace, readDeclared, refuseTwice } from '../../../platform/commands/declared-entry.ts'
import { CLIENT_KINDS } from '../clients/client.ts'
import { clientFields } from '../clients/client-input.ts'
import { problemText } from '../clients/problems.ts'
import { settle } from '../clients/settle-client.ts'
import { makeFirstKeys } from '../keys/keep-keys.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { setClient } from '../steps/change-client.ts'
import { addClient } from '../steps/make-client.ts'

const Entry = Type.Object({ id: Type.String(), kind: Type.String(), ...clientFields, isDisabled: Type.Optional(Type.Boolean()) })
type Entry = Static<typeof Entry>

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

export const declaredClients: Declarable = {
  name: 'clients',
  async apply(tx, list, where) {
    const entries = list.map((one, at) => readEntry(one, `${where}: application ${at + 1}`))
    refuseTwice(
      entries.map(({ id }) => id),
      where,
    )
    const applied: Applied[] = []
    for (const entry of entries) {
      const place = `${where}: ${entry.id}`
      applied.push(...(await inPlace(place, () => applyOne(tx, entry, place))))
    }
    return applied
  },
  after: makeFirstKeys,
}

function readEntry(one: unknown, where: string): Entry {
  const given = Object.entries(asObject(one, where)).filter(([name]) => !SHOWN_ONLY.includes(name))
  return readDeclared(Entry, Object.fromEntries(given.map(([name, value]) => [name, value === null ? '' : value])), where)
}

async function applyOne(tx: Transaction, { id, kind, isDisabled, ...input }: Entry, place: string): Promise<readonly Applied[]> {
  const found = await findClient(tx, id)
  const before = found?.removedAt === undefined ? found : undefined
  if (before && before.kind !== kind) throw new CommandError(`${place}: the kind of an application stays as it was made`)
  if (before) {
    const { differing } = await setClient(tx, id, { ...input, ...(isDisabled !== undefined && { isDisabled }) })
    return differing.length > 0 ? [{ name: id, change: differing }] : []
  }
  const usualKind = CLIENT_KINDS.find((one) => one === kind)
  if (!usualKind) throw new CommandError(`${place}: kind must be one of ${CLIENT_KINDS.join(', ')}`)
  const { problems } = await settle(tx, tx.deps.config, usualKind, input)
  if (problems.length > 0) throw new CommandError(`${place}: ${problems.map(problemText).join(' ')}`)
  const { secret } = await addClient(tx, { ...input, id, kind })
  if (isDisabled) await setClient(tx, id, { isDisabled })
  return [{ name: id, change: 'made', secret }]
}
