import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { numberedSlug, slugOf, slugRefusal, typedSlug } from '../org-slug.ts'
import { orgSlugsIn } from '../tables/org-slugs.ts'

/** So many organisations of one name are numbered; the next one is given a slug at random. */
const MOST_NUMBERED = 20

/** The slug that was typed, for an organisation whose row is held or not there yet. */
export async function claimTyped(tx: Connection, slug: string, orgId: string, now: number): Promise<string> {
  const refusal = slugRefusal(slug)
  if (refusal) throw new Failure(refusal)
  if (!(await orgSlugsIn(tx).claim(slug, orgId, now))) throw new Failure('org_slug_exists')
  return slug
}

/** The slug that was typed, else one made of the name. */
export async function claimSlug(
  tx: Connection,
  typed: string | undefined,
  name: string,
  orgId: string,
  now: number,
): Promise<string> {
  const wanted = typedSlug(typed)
  if (wanted !== undefined) return claimTyped(tx, wanted, orgId, now)
  const made = slugOf(name)
  for (let number = 1; number <= MOST_NUMBERED; number++) {
    const slug = numberedSlug(made, number)
    if (slugRefusal(slug) === undefined && (await orgSlugsIn(tx).claim(slug, orgId, now))) return slug
  }
  return claimTyped(tx, slugOf(''), orgId, now)
}
