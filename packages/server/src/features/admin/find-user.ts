import type { Deps } from '../../core/deps.ts'
import { isId } from '../../kernel/ids.ts'

/** The account behind an id from a path; anything that is no id names no account. */
export const findUser = async ({ accounts }: Pick<Deps['store'], 'accounts'>, id: string) =>
  isId(id) ? accounts.find(id) : undefined
