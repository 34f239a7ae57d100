import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Marked } from 'marked'

/** Builds the guides and the reference as a site that needs no server: `npm run docs`, or with another folder as its argument. */
const here = import.meta.dirname
const root = path.resolve(here, '../../../..')
const docs = path.join(root, 'docs')
const target = path.resolve(process.argv[2] ?? path.join(root, 'docs-site'))
const { repository, version } = JSON.parse(readFileSync(path.join(root, 'packages/server/package.json'), 'utf8'))
const files = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(lt|gt|amp|quot);/g, (_, name) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name])
    .replace(/\s+/g, ' ')
    .trim()
/** The names that GitHub gives to headings, so that one link works in both places. */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const htmlName = (file) => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'))

/** Where a link of a page leads on the site, or in the repository for what the site does not have. */
function linkFrom(page, href) {
  if (/^(?:[a-z]+:|#)/.test(href)) return href
  const [file, anchor] = href.split('#')
  const inDocs = path.join(path.dirname(page), file)
  const end = anchor === undefined ? '' : `#${anchor}`
  return inDocs.startsWith('..') ? `${files}/${path.join('docs', inDocs)}${end}` : `${htmlName(file)}${end}`
}

/** What a page has: its title, its text as HTML, and its sections for the search. */
function read(file) {
  const sections = []
  const marked = new Marked({
    renderer: {
      heading(html, level) {
        const anchor = anchorOf(plain(html))
        sections.push({ heading: plain(html), anchor, text: [] })
        return `<h${level} id="${anchor}">${html} <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></h${level}>\n`
      },
      link: (href, _title, html) => `<a href="${escaped(linkFrom(file, href))}">${html}</a>`,
      table: (head, body) => `<div class="wide"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
    },
    hooks: { postprocess: (html) => html, preprocess: (text) => text },
  })
  const html = marked.parse(readFileSync(path.join(docs, file), 'utf8'))
  const texts = html.split(/<h\d id="[^"]*">.*<\/h\d>\n/)
  sections.forEach((section, index) => {
    section.text = plain(texts[index + 1] ?? '')
  })
  return { file, html, sections, title: sections[0]?.heading ?? file }
}

const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map(read)
const titles = new Map(pages.map(({ file, title }) => [file, title]))

/** The list of docs/README.md, and what is found from no line of it, such as a page of a page. */
const groups = readFileSync(path.join(docs, 'README.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    files: [...new Set([...text.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, file]) => file))].filter((file) => titles.has(file)),
  }))

function navigation(page) {
  const up = '../'.repeat(page.split('/').length - 1)
  const item = (file) =>
    `<li><a href="${up}${htmlName(file)}"${file === page ? ' aria-current="page"' : ''}>${escaped(titles.get(file))}</a></li>`
  return groups.map(({ name, files }) => `<h2>${escaped(name)}</h2><ul>${files.map(item).join('')}</ul>`).join('\n')
}

const rendered = ({ file, title, html }) => {
  const up = '../'.repeat(file.split('/').length - 1)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Latchkey</title><link rel="icon" href="${up}icon.svg"><link rel="stylesheet" href="${up}site.css">
<script src="${up}site.js" data-root="${up}" defer></script></head>
<body><a class="skip" href="#content">To the text</a>
<header><a class="name" href="${up}index.html"><img src="${up}icon.svg" alt="" width="24" height="24"> Latchkey <small>${version}</small></a>
<div class="search"><input type="search" placeholder="Search" aria-label="Search" aria-controls="found" autocomplete="off"><ul id="found" hidden></ul></div></header>
<details class="menu"><summary>All pages</summary><nav aria-label="All pages">${navigation(file)}</nav></details>
<nav class="aside" aria-label="Pages">${navigation(file)}</nav>
<main id="content" tabindex="-1">${html}</main></body></html>
`
}

rmSync(target, { recursive: true, force: true })
for (const page of pages) {
  const file = path.join(target, htmlName(page.file))
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, rendered(page))
}
const index = pages.flatMap(({ file, title, sections }) =>
  sections.map(({ heading, anchor, text }) => [htmlName(file), anchor, title, heading, text]),
)
writeFileSync(path.join(target, 'search-index.js'), `globalThis.searchIndex=${JSON.stringify(index)}\n`)
for (const name of ['site.css', 'site.js']) copyFileSync(path.join(here, name), path.join(target, name))
copyFileSync(path.join(root, 'packages/server/assets/icon.svg'), path.join(target, 'icon.svg'))
copyFileSync(path.join(docs, 'reference/openapi.json'), path.join(target, 'reference/openapi.json'))
cpSync(path.join(docs, 'images'), path.join(target, 'images'), { recursive: true })
process.stdout.write(`${pages.length} pages in ${target}\n`)
