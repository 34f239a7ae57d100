import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { isBuilt } from './is-built.ts'

/** The projects that start real processes, or browsers with what they load. */
const STARTS = /^(?:waits|browser|rehearsal)/

const packages = path.resolve(import.meta.dirname, '../../..')
const inPackages = (...names: readonly string[]): string[] => names.map((name) => path.join(packages, name))
const SOURCES = [
  ...inPackages('server/src', 'server/scripts', 'server/rolldown.config.ts', 'server/package.json'),
  ...inPackages('client/src', 'client/scripts', 'client/rolldown.config.ts', 'client/package.json', '../package-lock.json'),
]
const BUILT = inPackages('server/dist/latchkey.js', 'server/dist/index.js', 'client/dist/index.js', 'client/dist/index.d.ts')

/** Tests that start a real process start what is in the tree now. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (!vitest.projects.some(({ name }) => STARTS.test(name)) || isBuilt(BUILT, SOURCES)) return
  const [{ rolldown }, { default: config }] = await Promise.all([import('rolldown'), import('../../rolldown.config.ts')])
  const { output, ...input } = config
  const bundle = await rolldown(input)
  await bundle.write(Array.isArray(output) ? output[0] : output)
  await bundle.close()
  execFileSync('node', inPackages('client/scripts/build.mjs'))
}
