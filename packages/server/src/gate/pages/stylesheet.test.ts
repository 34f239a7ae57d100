import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { world } from '../../../test/support/world.ts'

const LIGHT_ENOUGH = ['400', '500', '600', 'inherit']
/** What browsers make heavier on their own. */
const HEAVY = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'strong', 'th']

const selectorsOf = (css: string, weight: string): string[] =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    body.includes(`font-weight:${weight}`) ? selectors.split(',').map((one) => one.trim()) : [],
  )

/** Each of our stylesheets, as it is sent. */
async function styles(): Promise<Readonly<Record<string, string>>> {
  const here = await world()
  const visitor = new PageVisitor(here.browser())
  const linked = /<link rel="stylesheet" href="([^"]+)"/.exec((await visitor.open('/sign-in')).html)?.[1] ?? ''
  const inlined = async (path: string) => /<style>(.*?)<\/style>/s.exec((await visitor.open(path)).html)?.[1] ?? ''
  return {
    pages: (await here.app.inject(linked)).body,
    '/docs': await inlined('/docs'),
    '/dev/inbox': await inlined('/dev/inbox'),
  }
}

describe('the weights of words', () => {
  it('are 400, 500 and 600, on every page', async () => {
    for (const [name, css] of Object.entries(await styles())) {
      const said = [...css.matchAll(/font-weight:\s*([^;}\s]+)/g)].map(([, weight]) => weight)
      const short = [...css.matchAll(/[ {;]font:\s*(\d{3})\s/g)].map(([, weight]) => weight)
      const wrong = [...said, ...short].filter((one = '') => !LIGHT_ENOUGH.includes(one))
      expect([name, said.length > 0, wrong]).toEqual([name, true, []])
      expect([name, HEAVY.filter((one) => !selectorsOf(css, '600').includes(one))]).toEqual([name, []])
    }
  })
})
