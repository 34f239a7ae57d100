import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '../src')
const FRAMEWORKS = ['express', 'fastify', 'hono', 'react', 'vue', /^next\//]

/** What a browser loads of it, minified and compressed. */
async function sizeOf(code: string): Promise<number> {
  const plugin = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? 'entry' : undefined),
    load: (id: string) => (id === 'entry' ? code : undefined),
  }
  const bundle = await rolldown({ input: 'entry', external: FRAMEWORKS, plugins: [plugin] })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0), 0)
}

const allOf = (name: string): string =>
  `export * as ${name.replace('-', '')} from ${JSON.stringify(path.join(source, `${name}.ts`))}`

it('takes at most 3 kB for the core, and 5.5 kB with everything, the verification of webhooks on servers included', async () => {
  const entries = readdirSync(source).filter((file) =>
    ['index', 'server', 'express', 'fastify', 'hono', 'next', 'react'].includes(path.parse(file).name),
  )
  expect(entries).toHaveLength(7)
  const core = await sizeOf(allOf('index'))
  const everything = await sizeOf(entries.map((file) => allOf(path.parse(file).name)).join('\n'))
  expect([core, everything], `${core} and ${everything} bytes`).toEqual([
    expect.toSatisfy((size: number) => size > 500 && size <= 3000),
    expect.toSatisfy((size: number) => size <= 5500),
  ])
})

it('takes as much again for the names of all routes at most, which grow with the service', async () => {
  expect(await sizeOf(allOf('methods'))).toBeLessThan(3000)
})

/** What an entry adds to the core, which an app has anyway. */
it.each([
  ['passkeys', 1100],
  ['providers', 400],
  ['passwords', 200],
  ['two-factor', 1000],
  ['step-up', 1000],
  ['react', 200],
  ['svelte', 150],
  ['vue', 300],
])('takes little for %s', async (name, most) => {
  const added = (await sizeOf(`${allOf('index')}\n${allOf(name)}`)) - (await sizeOf(allOf('index')))
  expect(added, `${added} bytes`).toBeLessThanOrEqual(most)
  expect(added).toBeGreaterThan(50)
})
