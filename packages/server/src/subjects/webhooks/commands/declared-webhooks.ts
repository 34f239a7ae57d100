import { Type } from 'typebox'
import type { Deps } from '../../../gate/deps.ts'
import type { Applied, Declarable } from '../../../gate/subject.ts'
import { inPlace, readDeclared, refuseTwice } from '../../../platform/commands/declared-entry.ts'
import { WEBHOOKS_WORK } from '../sending/deliverer.ts'
import { addWebhook, newSecret } from '../steps/add-webhook.ts'
import { readDescription, readTypes, readUrl } from '../steps/read-webhook.ts'
import { OPERATOR, webhooksIn } from '../tables/webhooks.ts'

const Entry = Type.Object({ url: Type.String(), types: Type.Array(Type.String()), description: Type.Optional(Type.String()) })

/** By their addresses: another address is another webhook, with a secret of its own. */
export const declaredWebhooks: Declarable = {
  name: 'webhooks',
  before: ({ dataKeys }) => dataKeys.get(),
  async apply(tx, list, where) {
    const entries = await Promise.all(list.map((one, at) => readEntry(tx.deps, one, `${where}: webhook ${at + 1}`)))
    refuseTwice(
      entries.map(({ url }) => url),
      where,
    )
    const there = await webhooksIn(tx).list()
    const applied: Applied[] = []
    for (const entry of entries) {
      const { url: name, types, description } = entry
      const before = there.find(({ url }) => url === name)
      if (!before) {
        const made = await newSecret(tx.deps)
        await inPlace(`${where}: ${name}`, () => addWebhook(tx, { ...entry, createdBy: OPERATOR }, made))
        applied.push({ name, change: 'made', secret: made.secret })
        continue
      }
      const change = [
        ...([...before.types].sort().join() === [...types].sort().join() ? [] : ['types']),
        ...(before.description === description ? [] : ['description']),
      ]
      if (change.length === 0) continue
      await webhooksIn(tx).set({ ...before, types, description, updatedAt: tx.deps.clock.now() })
      await tx.record('admin.webhook.changed', { metadata: { webhookId: before.id, fields: change.join(' ') } })
      tx.effects.workAdded(WEBHOOKS_WORK)
      applied.push({ name, change })
    }
    return applied
  },
}

function readEntry(deps: Deps, one: unknown, where: string) {
  const { url, types, description = '' } = readDeclared(Entry, one, where)
  return inPlace(where, () => ({ url: readUrl(deps, url), types: readTypes(types), description: readDescription(description) }))
}
