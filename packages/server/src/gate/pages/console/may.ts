import type { Scope } from '../../../platform/kernel/scopes.ts'
import { mayDo } from '../../accounts/admin-scopes.ts'
import type { Caller } from '../../deps.ts'

/** Whether to show what takes a scope; the route refuses for itself. */
export const may = ({ caller }: { readonly caller: Caller | undefined }, scope: Scope | 'none'): boolean =>
  caller !== undefined && mayDo(caller.account, scope)
