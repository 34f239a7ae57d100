import type { Caller, Deps } from '../../gate/deps.ts'
import { Failure } from '../../platform/kernel/errors.ts'
import { organisationsIn } from './tables/organisations.ts'

/** Only there where an organisation is active: a proxy has to take away what a client sends under this name. */
export const ORG_HEADER = 'X-Latchkey-Org'

/** Looked up every time: it is gone at once with the membership, whatever is kept of the session. */
export async function orgHeader({ config, store }: Deps, { session }: Caller): Promise<Readonly<Record<string, string>>> {
  if (!config.organisations.enabled) return {}
  try {
    const active = await organisationsIn(store).activeIn(session.id)
    return active ? { [ORG_HEADER]: active.id } : {}
  } catch (cause) {
    throw new Failure('not_ready', { message: 'The database does not answer.', cause })
  }
}
