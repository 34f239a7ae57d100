import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '../../src/gate/page-paths.ts'
import { servedPath } from '../../src/platform/kernel/own-path.ts'
import { endpointList } from '../support/endpoint-list.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const guides = readdirSync(path.join(root, 'docs/guide')).filter((name) => name.startsWith('your-app-'))

/** Each block of code that follows the name of a file, which counts until the next one is named. */
function* quotesOf(guide: string) {
  let source: string | undefined
  for (const [, named, code] of guide.matchAll(/\[(examples\/[^\]]+)\]|^```(?:nginx|js|python|sh)\n([\s\S]*?)^```$/gm)) {
    if (named !== undefined) source = named
    else if (source !== undefined && code !== undefined) yield { source, code }
  }
}

describe.each(guides)('docs/guide/%s', (name) => {
  const quotes = [...quotesOf(read(`docs/guide/${name}`))]

  it('quotes what is tried', () => {
    expect(quotes.length).toBeGreaterThan(0)
    const isSetting = ({ code }: { code: string }) => /^[A-Z_]+=\S+\n(?:[A-Z_]+=\S+\n)*$/.test(code)
    const invented = quotes.filter((quote) => !isSetting(quote) && !read(quote.source).includes(quote.code))
    expect(invented).toEqual([])
  })
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
