declare module '*.svelte' {
  import type { Component } from 'svelte'
  import type { authStore } from '../../src/svelte.ts'

  const component: Component<{ auth: ReturnType<typeof authStore> }>
  // biome-ignore lint/style/noDefaultExport: a compiled component is one
  export default component
}
