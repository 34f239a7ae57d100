import { didYouMean } from '../kernel/nearest.ts'
import { PREFIX } from './prefix.ts'
import { families, settings } from './schema.ts'
import { type ConfigSources, withDotEnv } from './sources.ts'

/** Set by Kubernetes for a service that is called latchkey. */
const OF_KUBERNETES = /^(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/

/** Names with our prefix that mean nothing: mistyped, they leave a setting as it is without a word. */
export function unknownNames(sources: Pick<ConfigSources, 'env' | 'cwd'>): readonly string[] {
  const env = withDotEnv(sources, [])
  const own = ['NODE_ENV', ...settings.map(([, setting]) => setting.env)]
  const known = new Set([...own, ...families.flatMap((family) => [...family.variables(env)].map(([, name]) => name))])
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
    .filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')) && !OF_KUBERNETES.test(name))
    .map((name) => `${PREFIX}${name}: no such setting.${didYouMean(name, known).replace('mean ', `mean ${PREFIX}`)}`)
}
