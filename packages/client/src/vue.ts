import { type ComputedRef, computed, getCurrentInstance, onMounted, onScopeDispose, shallowRef } from 'vue'
import { askOnce, UNKNOWN } from './ask-once.ts'
import type { Client, State } from './client.ts'

/** Each part of the state as a ref. */
export type AuthRefs = { readonly [Name in keyof State]: ComputedRef<State[Name]> }

/** The state as refs, `unknown` until the component is mounted. The service is asked once, however many components use it. */
export function useAuth(client: Client): AuthRefs {
  const state = shallowRef(UNKNOWN)
  let leave: (() => void) | undefined
  const begin = () => {
    leave = client.subscribe((news) => {
      state.value = news
    })
    state.value = client.state()
    askOnce(client)
  }
  if (getCurrentInstance()) onMounted(begin)
  else begin()
  onScopeDispose(() => leave?.())
  return {
    status: computed(() => state.value.status),
    user: computed(() => state.value.user),
    session: computed(() => state.value.session),
    isStale: computed(() => state.value.isStale),
  }
}
