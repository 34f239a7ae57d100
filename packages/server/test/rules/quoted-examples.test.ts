import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '../../src/gate/page-paths.ts'
import { servedPath } from '../../src/platform/kernel/own-path.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { quotesOf } from '../support/quotes-of.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const guides = readdirSync(path.join(root, 'docs/guide')).filter((name) => name.startsWith('your-app'))

/** What an example has for its place in this repository, and what begins a folder of one's own. */
const OF_THIS_PLACE = /(?:^|\/)(?:README\.md|run\.mjs|package\.json|\.npmrc|next\.config\.mjs)$/
const FOLDERS_OF_ITS_OWN = /(?:^|\/)(?:data|node_modules|\.next)(?:\/|$)/

/** The files of which the app of an example consists. */
const filesOf = (example: string): string[] =>
  readdirSync(path.join(root, example), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)))
    .filter((file) => !OF_THIS_PLACE.test(file) && !FOLDERS_OF_ITS_OWN.test(file))

/** The packages that a program loads by name. */
const importedBy = (code: string): string[] =>
  [...code.matchAll(/^import .* from '([^.'][^'/]*)/gm)].map(([, name = '']) => name).filter((name) => !name.startsWith('node:'))

describe.each(guides)('docs/guide/%s', (name) => {
  const text = read(`docs/guide/${name}`)
  const quotes = [...quotesOf(text)]
  const isWhole = ({ source, code }: { source: string; code: string }) => read(source) === code

  it('quotes what is tried', () => {
    // Settings, and what is installed, are in no file of an example.
    const isOwn = ({ code }: { code: string }) =>
      /^(?:(?:[A-Z_]+=\S+|npm install [\w -]+|npx next dev --port \d+)\n)+$/.test(code)
    const invented = quotes.filter((quote) => !isOwn(quote) && !read(quote.source).includes(quote.code))
    expect(invented).toEqual([])
  })

  it('has a whole file to copy, and says what to install for it', () => {
    const whole = quotes.filter(isWhole)
    expect(whole.map(({ source }) => path.extname(source))).toContainEqual(expect.stringMatching(/^\.(mjs|jsx|js|py)$/))
    const installed = [...text.matchAll(/^npm install (.*)$/gm)].flatMap(([, names = '']) => names.split(' '))
    const wanted = whole.flatMap(({ source, code }) => (/\.(mjs|jsx?)$/.test(source) ? importedBy(code) : []))
    expect(wanted.filter((one) => !installed.includes(one))).toEqual([])
  })

  it('shows every file of an app that it shows one of', () => {
    const whole = quotes.filter(isWhole).map(({ source }) => source)
    const examples = new Set(whole.map((source) => source.split('/', 2).join('/')))
    expect([...examples].flatMap(filesOf).filter((file) => !whole.includes(file))).toEqual([])
  })

  it('shows in it the ways to sign up, to the account and out', () => {
    const whole = quotes.filter(isWhole).map(({ code }) => code)
    for (const page of ['sign-up', 'account', /sign-out|signOut\(/]) expect(whole.join('\n')).toMatch(page)
  })
})

it('shows the tests of an app as they are run, every file of them', () => {
  const quotes = [...quotesOf(read('docs/guide/testing-your-app.md'))]
  const files = readdirSync(path.join(root, 'examples/testing')).map((name) => `examples/testing/${name}`)
  expect(quotes.map(({ source }) => source).sort()).toEqual(files.sort())
  expect(quotes.filter(({ source, code }) => read(source) !== code)).toEqual([])
})

it('leads every path of the service to it, where an app has the rest of the host', () => {
  const [, pattern = /$./] = [...read('examples/same-host/nginx.conf').matchAll(/location ~ (\S+) \{/g)].map(
    ([, text = '']) => new RegExp(text),
  )
  const own = [
    ...endpointList.map(({ route }) => `~${route.split(' ')[1]}`),
    ...Object.values(pagePaths),
    '~/docs',
    '~/openapi.json',
  ]
  const paths = own.map((path) => servedPath({ basePath: '/id', basePathAuth: false }, path))
  const elsewhere = paths.filter((one) => !pattern.test(one))
  // The first are for hosts of other apps, the last for those who run it.
  expect(elsewhere).toEqual([
    '/.latchkey/start',
    '/.latchkey/callback',
    '/.latchkey/sign-out',
    '/.latchkey/sign-out',
    '/healthz',
    '/readyz',
  ])
})
