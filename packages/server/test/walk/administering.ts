import { newId } from '../../src/platform/kernel/ids.ts'
import { KEY_SCOPES } from '../../src/platform/kernel/scopes.ts'
import { backendOf } from '../support/keyed.ts'
import type { Member } from '../support/mailed-codes.ts'
import type { World } from '../support/world.ts'
import type { Run } from './cases.ts'
import { ADMIN, send, someone } from './preparing.ts'

/** An id that nothing has. */
export const UNKNOWN = newId(1)

/** The only administrator, because some mails go to all; the session has passed a second factor a moment ago. */
export async function administrator(here: World): Promise<Member> {
  await here.sql(`UPDATE accounts SET role = 'user' WHERE role = 'admin'`)
  const who = await someone(here, ADMIN)
  await here.sql(`UPDATE sessions SET second_factor_at = created_at WHERE account_id = ?`, [who.id])
  return who
}

/** An administrator sends this. */
export const byAdmin =
  (route: string, body?: unknown): Run =>
  async (here) =>
    send((await administrator(here)).browser, route, body)

/** A key that opens all that a key can, and the administrator who has made it. */
export async function keyed(here: World) {
  const { id, browser } = await administrator(here)
  const { body } = await browser.post('/admin/keys', { name: 'billing', scopes: KEY_SCOPES })
  const call = backendOf(here, body.key)
  const ask = (route: string, sent?: unknown) => call(...(route.split(' ') as [string, string]), sent)
  return { id, browser, keyId: body.apiKey.id as string, ask }
}

type Keyed = Awaited<ReturnType<typeof keyed>>

const backends = new WeakMap<World, Keyed>()

/** The same key for all cases, because a mail about each goes to its maker. Who made it administers beside those who do already. */
export async function backend(here: World): Promise<Pick<Keyed, 'id' | 'ask'>> {
  const known = backends.get(here) ?? (await keyed(here))
  backends.set(here, known)
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [known.id])
  return known
}
