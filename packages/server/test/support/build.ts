import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import config from '../../rolldown.config.ts'

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
  if (!vitest.projects.some(({ name }) => STARTS.test(name)) || isBuilt()) return
  const { output, ...input } = config
  const bundle = await rolldown(input)
  await bundle.write(Array.isArray(output) ? output[0] : output)
  await bundle.close()
  execFileSync('node', inPackages('client/scripts/build.mjs'))
}

/** What is older than any of its sources was made of another tree. A directory is as old as the last file that came or went. */
function isBuilt(): boolean {
  const changed = SOURCES.flatMap((source) => (isDirectory(source) ? [source, ...within(source)] : [source])).map(changedAt)
  return Math.min(...BUILT.map(changedAt)) > Math.max(...changed)
}

const within = (directory: string): string[] =>
  (readdirSync(directory, { recursive: true }) as string[]).map((name) => path.join(directory, name))
const isDirectory = (file: string): boolean => statSync(file).isDirectory()
const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
