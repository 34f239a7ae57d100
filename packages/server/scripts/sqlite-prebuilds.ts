import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'rolldown'

const require = createRequire(import.meta.url)
const target = path.resolve(import.meta.dirname, '../prebuilds')

/**
 * SQLite for Node 20 comes along with us. As a package of its own it would bring an install script, which npm warns about, and what it
 * is compiled with, which nobody needs.
 */
export const sqlitePrebuilds = (): Plugin => ({
  name: 'sqlite-prebuilds',
  generateBundle() {
    const home = path.resolve(require.resolve('@photostructure/sqlite'), '../..')
    cpSync(path.join(home, 'prebuilds'), target, { recursive: true })
  },
})
