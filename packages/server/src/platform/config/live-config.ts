import { type Config, settings } from './schema.ts'

/** The configuration of a running process, in which settings that are read at each use follow those that are taken. */
export function liveConfig(config: Config): { readonly config: Config; take(next: Config): void } {
  let current = config
  const group = (name: string, members: object): object => {
    const live = settings
      .filter(([path, { isLive }]) => isLive && path.startsWith(`${name}.`))
      .map(([path]) => path.slice(name.length + 1))
    if (live.length === 0) return members
    const read = (key: string) => ({ enumerable: true, get: () => Reflect.get(Object(Reflect.get(current, name)), key) })
    return Object.freeze(Object.defineProperties({ ...members }, Object.fromEntries(live.map((key) => [key, read(key)]))))
  }
  const groups = Object.entries(config).map(([name, members]) => [
    name,
    typeof members === 'object' ? group(name, members) : members,
  ])
  return {
    config: Object.freeze(Object.fromEntries(groups)) as Config,
    take: (next) => {
      current = next
    },
  }
}
