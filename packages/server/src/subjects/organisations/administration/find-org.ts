import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { organisationsIn } from '../tables/organisations.ts'

/** The organisation behind an id from a path; anything that is no id names none. */
export async function findOrg(connection: Connection, id: string) {
  const org = isId(id) ? await organisationsIn(connection).find(id) : undefined
  if (!org) throw new Failure('org_not_found')
  return org
}
