import type { Caller, KeyHolder } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'

export const reading = { auth: 'admin', scope: 'clients:read', limit: 'general' } as const
export const writing = { auth: 'admin', scope: 'clients:write', limit: 'general', wantsStepUp: true } as const
export const CHANGING = ['client_not_found', 'insufficient_scope'] as const

/** An application that skips consent is an administrator's power: a key changes none, whatever its scopes. */
export function byPerson<C extends { readonly caller: Caller | KeyHolder }>(call: C): C & { readonly caller: Caller } {
  if ('key' in call.caller) throw new Failure('insufficient_scope')
  return { ...call, caller: call.caller }
}
