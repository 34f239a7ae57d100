import { mount } from 'svelte'
import { createSSRApp } from 'vue'
import { createClient } from '../../src/index.ts'
import { authStore } from '../../src/svelte.ts'
import Who from './who.svelte'
import { WhoInVue } from './who-in-vue.ts'

/** What the page was made of by Vue, in its order, and the client that both frameworks have. */
const shown: string[] = []
const client = createClient({ baseUrl: '' })
const app = createSSRApp(WhoInVue(client, (text) => shown.at(-1) !== text && shown.push(text)))
Object.assign(window, { client, shown, leave: () => app.unmount() })

// Some pages know who it is before a framework has begun.
if (location.search === '?early') await client.load()
app.mount('#vue')
const target = document.querySelector('#svelte')
if (target) mount(Who, { target, props: { auth: authStore(client) } })
