import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import config from '../../rolldown.config.ts'

const STARTS_NOTHING = ['rules', 'fakes', 'unit']

/** Tests that start a real process start what is in the tree now. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (vitest.projects.every(({ name }) => STARTS_NOTHING.includes(name))) return
  const { output, ...input } = config
  const bundle = await rolldown(input)
  await bundle.write(Array.isArray(output) ? output[0] : output)
  await bundle.close()
}
