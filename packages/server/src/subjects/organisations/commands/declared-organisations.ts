import { Type } from 'typebox'
import type { Applied, Declarable } from '../../../gate/subject.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { inPlace, readDeclared, refuseTwice } from '../../../platform/commands/declared-entry.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { organisationName, typedSlug } from '../org-slug.ts'
import { claimTyped } from '../steps/claim-slug.ts'
import { organisationsIn } from '../tables/organisations.ts'

const Entry = Type.Object({ slug: Type.String(), name: Type.String() })

/** By their short names. One that is made has no owner until `orgs set-owner` names one. */
export const declaredOrganisations: Declarable = {
  name: 'organisations',
  async apply(tx, list, where) {
    if (!tx.deps.config.organisations.enabled) throw new CommandError(`${where}: organisations are switched off (ORGANISATIONS)`)
    const entries = list.map((one, at) => readOrganisation(one, `${where}: organisation ${at + 1}`))
    refuseTwice(
      entries.map(({ slug }) => slug),
      where,
    )
    const applied: Applied[] = []
    for (const { slug, name } of entries) {
      const now = tx.deps.clock.now()
      const before = await organisationsIn(tx).findBySlug(slug)
      if (before?.name === name) continue
      const id = before?.id ?? newId(now)
      if (before) await organisationsIn(tx).set({ ...before, name, updatedAt: now })
      else {
        await inPlace(`${where}: ${slug}`, () => claimTyped(tx, slug, id, now))
        await organisationsIn(tx).add({ id, name, slug, createdBy: undefined, createdAt: now })
      }
      await tx.record(before ? 'org.updated' : 'org.created', { orgId: id })
      applied.push({ name: slug, change: before ? ['name'] : 'made' })
    }
    return applied
  },
}

function readOrganisation(one: unknown, where: string) {
  const entry = readDeclared(Entry, one, where)
  const [slug, name] = [typedSlug(entry.slug), organisationName(entry.name)]
  if (slug === undefined || name === undefined)
    throw new CommandError(`${where}: ${slug === undefined ? 'slug' : 'name'} is missing or not valid`)
  return { slug, name }
}
