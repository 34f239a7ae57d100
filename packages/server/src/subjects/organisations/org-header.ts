import type { Caller, Deps } from '../../gate/deps.ts'
import { Failure } from '../../platform/kernel/errors.ts'
import { organisationsIn } from './tables/organisations.ts'

/** Sent only while an organisation is active, so a proxy must remove what a client sends under this name. */
export const ORG_HEADER = 'X-Latchkey-Org'

/** The organisation is looked up every time, so the header ends with the membership even where the session is cached. */
export async function orgHeader({ store }: Deps, { session }: Caller): Promise<Readonly<Record<string, string>>> {
  try {
    const active = await organisationsIn(store).activeIn(session.id)
    return active ? { [ORG_HEADER]: active.id } : {}
  } catch (cause) {
    throw new Failure('not_ready', { message: 'The database does not answer.', cause })
  }
}
