import type { Deps } from '../../core/deps.ts'
import { Failure } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'

/** The organisation behind an id from a path; anything that is no id names none. */
export async function findOrg({ organisations }: Pick<Deps['store'], 'organisations'>, id: string) {
  const org = isId(id) ? await organisations.find(id) : undefined
  if (!org) throw new Failure('org_not_found')
  return org
}
