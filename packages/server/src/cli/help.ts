import { type Command, configOptions, type Options } from './command.ts'

export const overview = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Usage: latchkey <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'latchkey <command> --help says more.',
  ].join('\n')
}

export const commandHelp = ({ name, summary, options }: Command): string => {
  const lines = rows({ ...options, ...configOptions })
  const width = Math.max(...lines.map(([flag]) => flag.length))
  return [
    `Usage: latchkey ${name} [options]`,
    '',
    summary,
    '',
    ...lines.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
  ].join('\n')
}

/** docs/reference/cli.md */
export const cliReference = (commands: readonly Command[]): string =>
  [
    '# Command line',
    '',
    'Generated from `packages/server/src/cli`. In a clone, `npx latchkey <command>` runs it.',
    '',
    'Exit codes: 0 done, 1 could not be done, 2 called wrongly. Every command also takes:',
    '',
    ...table(configOptions),
    ...commands.flatMap(({ name, summary, options }) => [
      '',
      `## latchkey ${name}`,
      '',
      summary,
      ...(Object.keys(options).length > 0 ? ['', ...table(options)] : []),
    ]),
    '',
  ].join('\n')

const table = (options: Options): string[] => [
  '| Option | Meaning |',
  '| --- | --- |',
  ...rows(options).map(([flag, help]) => `| \`${flag}\` | ${help} |`),
]

const rows = (options: Options): [flag: string, help: string][] =>
  Object.entries(options).map(([name, { hint, help }]) => [hint ? `--${name} ${hint}` : `--${name}`, help])
