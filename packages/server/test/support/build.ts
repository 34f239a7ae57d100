import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import config from '../../rolldown.config.ts'

/** The projects that start real processes, or browsers with what they load. */
const STARTS = /^(?:waits|browser|rehearsal)/
const buildClient = path.resolve(import.meta.dirname, '../../../client/scripts/build.mjs')

/** Tests that start a real process start what is in the tree now. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (!vitest.projects.some(({ name }) => STARTS.test(name))) return
  const { output, ...input } = config
  const bundle = await rolldown(input)
  await bundle.write(Array.isArray(output) ? output[0] : output)
  await bundle.close()
  execFileSync('node', [buildClient])
}
