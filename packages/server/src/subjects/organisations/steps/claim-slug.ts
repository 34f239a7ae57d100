import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { numberedSlug, slugOf, slugRefusal, typedSlug } from '../org-slug.ts'
import { orgSlugsIn } from '../tables/org-slugs.ts'

/** So many organisations of one name have numbered slugs; further ones get a random slug. */
const MOST_NUMBERED = 20

/** The caller has locked the organisation's row, or is about to write the row. */
export async function claimTyped(tx: Connection, slug: string, orgId: string, now: number): Promise<string> {
  const refusal = slugRefusal(slug)
  if (refusal) throw new Failure(refusal)
  if (!(await orgSlugsIn(tx).claim(slug, orgId, now))) throw new Failure('org_slug_exists')
  return slug
}

export async function claimSlug(tx: Connection, typed: string | undefined, name: string, orgId: string, now: number) {
  const chosen = typedSlug(typed)
  if (chosen !== undefined) return claimTyped(tx, chosen, orgId, now)
  const base = slugOf(name)
  for (let number = 1; number <= MOST_NUMBERED; number++) {
    const slug = numberedSlug(base, number)
    if (slugRefusal(slug) === undefined && (await orgSlugsIn(tx).claim(slug, orgId, now))) return slug
  }
  return claimTyped(tx, slugOf(''), orgId, now)
}
