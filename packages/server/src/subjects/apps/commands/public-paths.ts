import { UsageError } from '../../../platform/commands/command.ts'
import { APP_PATH } from '../steps/sign-in-address.ts'

/** Nothing of such a path has to be quoted in the configuration of any proxy. */
const PLAIN = /^\/(?:[\w.~-]+\/)*[\w.~-]*$/

/** A path that ends with a slash stands for all paths below it, any other for itself alone. */
export function publicPaths(given: readonly string[]): readonly string[] {
  const paths = [...new Set(given.flatMap((list) => list.split(',')).map((path) => path.trim()))]
  for (const path of paths) {
    if (!PLAIN.test(path) || /\/\.{1,2}(?:\/|$)/.test(path))
      throw new UsageError(`--public '${path}' must be a path such as /about or /static/, of letters, digits and . _ ~ -`)
    if (path === '/') throw new UsageError(`--public '/' would open the whole application; name the paths that all may see`)
    if (path === APP_PATH || path.startsWith(`${APP_PATH}/`))
      throw new UsageError(`--public '${path}' is a path of Latchkey itself`)
  }
  return paths
}

export const isTree = (path: string): boolean => path.endsWith('/')

/** Of the whole path, as the regular expressions of all proxies have it. */
export const patternOf = (path: string): string => path.replaceAll('.', '[.]') + (isTree(path) ? '[A-Za-z0-9._~/-]*' : '')
