import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createClient } from '../../src/index.ts'
import { Who } from './who.ts'

/** What the page was made of, in its order, and the client it has. */
const shown: string[] = []
const client = createClient({ baseUrl: document.documentElement.dataset['service'] ?? '' })
Object.assign(window, { client, shown })

const main = document.querySelector('main')
// Some pages know who it is before React has begun.
if (location.search === '?early') await client.load()
if (main) hydrateRoot(main, createElement(Who, { client, onShow: (text) => shown.at(-1) !== text && shown.push(text) }))
