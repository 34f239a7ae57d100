import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
/** Its own `source` is more than twice as long, and is sent to every page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Through the debugger: the page's own policy keeps every other script out. */
export const bringAxe = (page: Page): Promise<unknown> => page.evaluate(AXE)

/** What is wrong with what is on the screen. Axe has to be there. */
export async function violations(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const { axe: rules } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await rules.run({ resultTypes: ['violations'], preload: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  })
}
