import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const inFolder = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/(?:^|\/)(?:node_modules|data)\//.test(file))
    .map((file) => path.join(folder, file))
const packed = ['packages/client', 'packages/server']
const pages = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...['docs', 'examples'].flatMap(inFolder),
  ...packed.map((folder) => path.join(folder, 'README.md')),
]

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Where the links and images of a page lead to. What stands in code is no link. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, 'code')
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, link, other]) => link ?? other ?? '')
}

/** The names that GitHub gives to the headings of a page. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const isElsewhere = (link: string) => /^(?:https?|mailto):/.test(link)

function isDead(page: string, link: string): boolean {
  if (isElsewhere(link)) return false
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page : path.join(path.dirname(page), file)
  if (!existsSync(path.join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(textOf(target)).includes(anchor)
}

it.each(pages)('%s has no dead link', (page) => {
  expect(linksOf(textOf(page)).filter((link) => isDead(page, link))).toEqual([])
})

it('leads to every guide and every reference from docs/README.md', () => {
  const led = new Set(linksOf(textOf('docs/README.md')))
  const files = ['guide', 'reference'].flatMap((folder) =>
    readdirSync(path.join(root, 'docs', folder)).map((name) => `${folder}/${name}`),
  )
  expect(files.filter((file) => path.extname(file) !== '' && !led.has(file))).toEqual([])
})

it('tells dead links from others', () => {
  expect(linksOf('[a](b.md) `[c](d.md)` <img src="e.png">\n```\n[f](g.md)\n```\n')).toEqual(['b.md', 'e.png'])
  const links = ['#read-on', 'LICENSE', 'https://example.com', 'docs/guide/mail.md#how-a-mail-leaves', '#gone', 'gone.md']
  expect(links.filter((link) => isDead('README.md', link))).toEqual(['#gone', 'gone.md'])
})

describe.each(packed)('the README in the tarball of %s', (folder) => {
  it('leads to the guides, which are in the repository that the package names', () => {
    const { repository } = JSON.parse(textOf(path.join(folder, 'package.json'))) as { repository: { url: string } }
    const files = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`
    const elsewhere = linksOf(textOf(path.join(folder, 'README.md'))).filter((link) => link.startsWith('https://github.com/'))
    expect(elsewhere).toContain(`${files}docs/guide/your-app.md`)
    expect(elsewhere.filter((link) => !link.startsWith(files) || isDead('README.md', link.slice(files.length)))).toEqual([])
  })

  it('leads to what is in the tarball, or to an address', () => {
    const { files } = JSON.parse(textOf(path.join(folder, 'package.json'))) as { files: string[] }
    const isPacked = (link: string) =>
      link.startsWith('#') || [...files, 'LICENSE'].some((one) => `${link}/`.startsWith(`${one}/`))
    expect(linksOf(textOf(path.join(folder, 'README.md'))).filter((link) => !isElsewhere(link) && !isPacked(link))).toEqual([])
  })
})
