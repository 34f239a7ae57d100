import { type Command, configOptions, type Operands, type Options } from '../platform/commands/command.ts'

export const overview = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Usage: latchkey <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'latchkey <command> --help says more; latchkey --version which one this is.',
  ].join('\n')
}

export const commandHelp = ({ name, summary, operands = {}, options }: Command): string => {
  const lines = [...operandRows(operands), ...optionRows({ ...options, ...configOptions })]
  const width = Math.max(...lines.map(([flag]) => flag.length))
  return [
    ['Usage: latchkey', name, '[options]', ...operandRows(operands).map(([operand]) => operand)].join(' '),
    '',
    summary,
    '',
    ...lines.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
  ].join('\n')
}

/** The text of docs/reference/cli.md. */
export const cliReference = (commands: readonly Command[]): string =>
  [
    '# Command line',
    '',
    'Generated from `packages/server/src/cli`. In a clone, `npx latchkey <command>` runs it.',
    '',
    '`latchkey --version` prints the version. Exit codes: 0 done, 1 could not be done, 2 called wrongly; a command may have more. Every command also takes:',
    ...table('Option', optionRows(configOptions)),
    ...commands.flatMap(({ name, summary, operands = {}, options }) => [
      '',
      `## latchkey ${name}`,
      '',
      summary,
      ...table('Argument', operandRows(operands)),
      ...table('Option', optionRows(options)),
    ]),
    '',
  ].join('\n')

type HelpRow = readonly [what: string, help: string]

/** Begins with an empty line; no rows give no table at all. */
const table = (title: string, lines: readonly HelpRow[]): string[] =>
  lines.length === 0
    ? []
    : ['', `| ${title} | Meaning |`, '| --- | --- |', ...lines.map(([what, help]) => `| \`${what}\` | ${help} |`)]

const operandRows = (operands: Operands): HelpRow[] =>
  Object.entries(operands).map(([name, help]) => [name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`, help])

const optionRows = (options: Options): HelpRow[] =>
  Object.entries(options).map(([name, { short, hint, help }]) => [
    `${short ? `-${short}, ` : ''}--${name}${hint ? ` ${hint}` : ''}`,
    help,
  ])
