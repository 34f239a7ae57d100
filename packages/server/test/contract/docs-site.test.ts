import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { shared } from '../support/shared.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const site = shared(async () => {
  const directory = scratchDirectory('docs-site-')
  execFileSync(process.execPath, [path.join(root, 'packages/server/scripts/docs-site/build.mjs'), directory])
  const pages = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  return { directory, pages, textOf: (name: string) => readFileSync(path.join(directory, name), 'utf8') }
})

describe('the site of the guides', () => {
  it('has a page for each of them, which every page leads to', () => {
    const { pages, textOf } = site()
    const guides = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.md'),
    )
    expect(pages).toHaveLength(guides.length)
    const led = new Set([...textOf('index.html').matchAll(/<li><a href="([^"#]+)"/g)].map(([, link]) => link))
    const top = pages.filter((one) => /^(?:guide|reference)\/[^/]+$/.test(one))
    expect(top.filter((one) => !led.has(one))).toEqual([])
  })

  it('has no link or anchor that leads nowhere', () => {
    const { directory, pages, textOf } = site()
    const ids = new Map(pages.map((name) => [name, new Set([...textOf(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]))
    const dead = pages.flatMap((name) =>
      [...textOf(name).matchAll(/(?:href|src)="([^"]+)"/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [file = '', anchor] = link.split('#')
          const target = file === '' ? name : path.join(path.dirname(name), file)
          return (
            !existsSync(path.join(directory, target)) ||
            (anchor !== undefined && !ids.get(target)?.has(decodeURIComponent(anchor)))
          )
        })
        .map((link) => `${name}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  it('finds a word in the section that has it', () => {
    const { textOf } = site()
    const index: readonly string[][] = JSON.parse(textOf('search-index.js').replace(/^globalThis\.searchIndex=/, ''))
    const found = index.filter(([, , , , text]) => text?.includes('PgBouncer')).map(([page, anchor]) => `${page}#${anchor}`)
    expect(found).toContain('guide/scaling-out.html#sizes')
  })
})
