import { Secret } from '../kernel/secret.ts'
import { type Config, families, settings } from './schema.ts'

interface Changed {
  /** The variable; for a family of settings the group that they stand in. */
  readonly name: string
  readonly isLive: boolean
}

/** The settings whose values differ. No value is told: it may be a secret. */
export function changedSettings(before: Config, after: Config): readonly Changed[] {
  const own = settings.filter(([path]) => told(at(before, path)) !== told(at(after, path)))
  const known = new Set(settings.map(([path]) => path))
  const others = families.filter(({ group }) => told(besides(before, group, known)) !== told(besides(after, group, known)))
  return [
    ...own.map(([, { env, isLive = false }]) => ({ name: env, isLive })),
    ...others.map(({ group }) => ({ name: group, isLive: false })),
  ]
}

const groupOf = (config: Config, group: string): Readonly<Record<string, unknown>> => Object(Reflect.get(config, group))

function at(config: Config, path: string): unknown {
  const [group = '', key = ''] = path.split('.')
  return groupOf(config, group)[key]
}

const besides = (config: Config, group: string, known: ReadonlySet<string>) =>
  Object.entries(groupOf(config, group)).filter(([key]) => !known.has(`${group}.${key}`))

/** Secrets are compared as well, and print themselves as `[secret]`. */
const told = (value: unknown): string =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, shown) {
    const own = this[key]
    if (own instanceof Secret) return own.reveal()
    return own instanceof Map || own instanceof Set ? [...own] : shown
  }) ?? ''
