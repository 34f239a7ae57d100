import type { Setting } from './kinds.ts'
import { type Config, families, schema, settings } from './schema.ts'

export const shownDefault = (setting: Setting<unknown>): string => {
  const development = setting.show(setting.fallback('development'))
  const production = setting.show(setting.fallback('production'))
  // The number of cores differs between machines, and the reference must not.
  if (setting.env === 'HASH_CONCURRENCY') return 'cores'
  return development === production ? development : `${development}, in production ${production}`
}

export function configurationReference(): string {
  const sections = Object.keys(schema).map((group) => {
    const repeated = families.filter((family) => family.group === group).flatMap((family) => family.settings)
    const members = [...settings.filter(([path]) => path.startsWith(`${group}.`)), ...repeated]
    const rows = members.map(
      ([path, one]) =>
        `| \`${path}\` | \`${one.env}\` | ${one.type} | ${shownDefault(one) && `\`${shownDefault(one)}\``} | ${one.help} |`,
    )
    const head = `## ${group}\n\n| Key | Environment | Type | Default | Meaning |\n| --- | --- | --- | --- | --- |`
    return [head, ...rows, ''].join('\n')
  })
  return `${INTRODUCTION}\n${sections.join('\n')}`
}

const INTRODUCTION = `# Configuration

Generated from \`packages/server/src/platform/config/schema.ts\`.

A value comes from, in this order: a flag (\`--set registration.allowPublic=false\`), the environment (a \`.env\` file in the
working directory counts, the real environment wins over it), \`latchkey.config.json\` in the working directory or the file
named by \`--config\`, the default. In the file the keys are nested: \`{"registration": {"allowPublic": false}}\`.

Any environment name also works with \`LATCHKEY_\` in front (\`LATCHKEY_PORT\`, \`LATCHKEY_NODE_ENV\`); where both are given, that one
wins. With \`_FILE\` behind it (\`SECRET_FILE\`, \`LATCHKEY_SECRET_FILE\`) it reads the value from that file, unless a setting
of its own has that name. Durations look like \`90s\`, \`15m\`, \`24h\`, \`7d\`;
booleans are \`true\` or \`false\`. A value that cannot be read, or a key that does not exist, stops the start; all problems are
reported at once.

\`NODE_ENV\` is \`development\` unless set to \`production\`. It picks defaults and decides what must be set; nothing else
depends on it.
`

export const environmentExample = (): string => {
  const ours = settings.map(([, one]) => ({ ...one, value: one.env === 'SECRET' ? '' : (shownDefault(one).split(',')[0] ?? '') }))
  // Without values, because an operator who sets one of these has to set the others.
  const repeated = families.flatMap(({ settings: members, example }) =>
    members.map(([, one]) => ({ ...one, env: one.env.replace('<NAME>', example), value: '' })),
  )
  const quoted = (value: string) => (value.includes('#') ? `"${value}"` : value)
  return [...ours, ...repeated].map(({ env, help, value }) => `# ${help}\n#${env}=${quoted(value)}\n`).join('\n')
}

/** Nested as in the configuration file. Secrets print themselves as `[secret]`. */
export function printableConfig(config: Config): Record<string, Record<string, unknown>> {
  const printable: Record<string, Record<string, unknown>> = {}
  const groups: Readonly<Record<string, unknown>> = { ...config }
  for (const [path, one] of settings) {
    const [group = '', key = ''] = path.split('.')
    printable[group] ??= {}
    const value = (groups[group] as Readonly<Record<string, unknown>>)[key]
    // Durations are numbers in the code; an operator wants to read `15m`.
    printable[group][key] = one.type.startsWith('duration') ? one.show(value) : (one.print?.(value) ?? value)
  }
  for (const family of families) Object.assign(printable[family.group] ?? {}, family.print(config))
  return printable
}
