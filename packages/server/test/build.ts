import { rolldown } from 'rolldown'
import config from '../rolldown.config.ts'

/** Tests that start a real process start what is in the tree now. */
export async function setup(): Promise<void> {
  const { output, ...input } = config
  const bundle = await rolldown(input)
  await bundle.write(Array.isArray(output) ? output[0] : output)
  await bundle.close()
}
