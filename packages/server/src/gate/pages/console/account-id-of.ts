import { isId } from '../../../platform/kernel/ids.ts'
import { listUsers } from '../../../subjects/administration/flows/list-users.ts'
import type { Visit } from '../view.ts'

/** The id behind an address or an id: undefined for no wish, null for an address that no account has. */
export async function accountIdOf({ run }: Visit, wanted: string | undefined): Promise<string | null | undefined> {
  const text = wanted?.trim()
  if (text === undefined || text === '' || isId(text)) return text || undefined
  const { users } = await run(listUsers, { query: { email: text } })
  return users[0]?.id ?? null
}
