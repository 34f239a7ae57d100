import { Type } from 'typebox'
import type { Applied, Declarable } from '../../../gate/subject.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { readDeclared, refuseTwice } from '../../../platform/commands/declared-entry.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'
import { addKey } from '../steps/api-key.ts'
import { apiKeysIn } from '../tables/api-keys.ts'

const Entry = Type.Object({ name: Type.String(), scopes: Type.Array(Type.String(), { minItems: 1 }) })

/** The operator's own, by their names. What a key may do is never changed behind its holder's back. */
export const declaredKeys: Declarable = {
  name: 'keys',
  async apply(tx, list, where) {
    const entries = list.map((one, at) => readKey(one, `${where}: key ${at + 1}`))
    refuseTwice(
      entries.map(({ name }) => name),
      where,
    )
    const own = (await apiKeysIn(tx).list()).filter((key) => key.createdBy === undefined && key.revokedAt === undefined)
    const applied: Applied[] = []
    for (const { name, scopes } of entries) {
      const same = own.filter((key) => key.name === name)
      if (same.some((key) => [...key.scopes].sort().join() === [...scopes].sort().join())) continue
      if (same.length > 0)
        throw new CommandError(`${where}: the key ${name} has other scopes. Revoke it first, or give it another name`)
      const made = await addKey(tx, tx, { name, scopes }, undefined)
      if (!made) throw new CommandError(`${where}: ${name}: there are too many keys. Revoke one that is no longer used`)
      applied.push({ name, change: 'made', secret: made.secret })
    }
    return applied
  },
}

function readKey(one: unknown, where: string) {
  const entry = readDeclared(Entry, one, where)
  const name = displayName(entry.name)
  if (name === undefined) throw new CommandError(`${where}: name is not valid`)
  const scopes = KEY_SCOPES.filter((scope) => entry.scopes.includes(scope))
  if (scopes.length < new Set(entry.scopes).size)
    throw new CommandError(`${where}: scopes must be some of ${KEY_SCOPES.join(', ')}`)
  return { name, scopes }
}
