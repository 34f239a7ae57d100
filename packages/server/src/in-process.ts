import { embed } from './embed.ts'
import { loadConfig } from './platform/config/load-config.ts'
import type { TestLatchkey } from './testing/test-latchkey.ts'

/** Which one is open: closing an older one again must not make room for another. */
let opened: object | undefined

type Embedded = Awaited<ReturnType<typeof embed>>['latchkey']

/**
 * The service inside another program: the same routes, pages and refusals, with the same database, and no port of its own. The settings
 * are those of the configuration file, and the environment goes before them as ever. With `testing` it is one for the tests of an app,
 * in a database of its own, with nothing of the environment.
 */
export function createLatchkey(settings: { readonly testing: true }): Promise<TestLatchkey>
export function createLatchkey(settings?: object): Promise<Embedded>
export async function createLatchkey(settings: { readonly testing?: unknown } = {}): Promise<Embedded> {
  if (opened) throw new Error('There is one Latchkey in this process already: close it first.')
  const own = {}
  opened = own
  const leave = () => {
    if (opened === own) opened = undefined
  }
  try {
    const latchkey = await open(settings)
    return { ...latchkey, close: () => latchkey.close().finally(leave) }
  } catch (error) {
    leave()
    throw error
  }
}

async function open({ testing = false, ...values }: { readonly testing?: unknown }): Promise<Embedded> {
  if (typeof testing !== 'boolean') throw new Error('testing: must be true or false')
  if (testing) return (await import('./testing/test-latchkey.ts')).createTestLatchkey(values)
  return (await embed(loadConfig({ env: process.env, cwd: process.cwd(), values }))).latchkey
}
