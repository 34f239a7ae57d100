import { defineComponent, h } from 'vue'
import type { Client } from '../../src/client.ts'
import { useAuth } from '../../src/vue.ts'

/** Says who is signed in, in three places, as a head, a menu and a page would. */
export const WhoInVue = (client: Client, onShow?: (text: string) => void) => {
  const One = defineComponent(() => {
    // biome-ignore lint/correctness/useHookAtTopLevel: the rule is React's; this is the setup of a component of Vue
    const { status, user } = useAuth(client)
    return () => {
      const text = `${status.value} ${user.value?.name ?? ''}`.trim()
      onShow?.(text)
      return h('output', text)
    }
  })
  return defineComponent(
    () => () =>
      h(
        'div',
        [1, 2, 3].map((key) => h(One, { key })),
      ),
  )
}
