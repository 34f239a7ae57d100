import { type ParseArgsConfig, parseArgs } from 'node:util'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../config/schema.ts'
import type { ConfigSources } from '../config/sources.ts'

/** The world outside a command, so that tests can run one without a process. */
export interface Terminal {
  readonly env: ConfigSources['env']
  readonly cwd: string
  readonly isInteractive: boolean
  out(line: string): void
  err(line: string): void
}

interface OptionHelp {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  /** One letter that says the same. */
  readonly short?: string
  readonly hint?: string
  readonly help: string
}

export type Options = Readonly<Record<string, OptionHelp>>
/** Words that have to follow the command, in this order: name → help. */
export type Operands = Readonly<Record<string, string>>
export type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/** One command, whole: `--help` and docs/reference/cli.md are derived from it. */
export interface Command<O extends Options = Options, P extends Operands = Operands> {
  readonly name: string
  readonly summary: string
  readonly operands?: P
  readonly options: O
  run(call: {
    readonly values: Parsed<O>
    readonly operands: { readonly [Name in keyof P]: string }
    readonly terminal: Terminal
    readonly config: () => Config
  }): Promise<void>
}

export const command = <const O extends Options, const P extends Operands = Readonly<Record<never, string>>>(
  definition: Command<O, P>,
): Command => definition as Command

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and could not be done: exit code 1, and the message is all there is to say. */
export class CommandError extends Error {}

/** Every command reads the configuration, so every command takes these. */
export const configOptions = {
  config: { type: 'string', hint: 'FILE', help: 'Configuration file, instead of latchkey.config.json.' },
  set: { type: 'string', multiple: true, hint: 'KEY=VALUE', help: 'Override one setting; may be repeated.' },
  help: { type: 'boolean', help: 'Show this help.' },
} as const satisfies Options

export async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, operands } = readArguments(command, args)
  const config = () =>
    loadConfig({
      env: terminal.env,
      cwd: terminal.cwd,
      file: values['config'] as string | undefined,
      set: (values['set'] as string[] | undefined) ?? [],
    })
  await command.run({ values: values as Parsed<Options>, operands, terminal, config })
}

interface Arguments {
  readonly values: Readonly<Record<string, unknown>>
  readonly operands: Readonly<Record<string, string>>
}

/** Strict: a mistyped flag must never be taken for an absent one, nor a word too many for nothing. */
function readArguments({ options, operands = {} }: Command, args: readonly string[]): Arguments {
  const names = Object.keys(operands)
  const { values, positionals } = parse(options, args, names.length > 0)
  const [missing, tooMany] = [names[positionals.length], positionals[names.length]]
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing`)
  if (tooMany !== undefined) throw new UsageError(`Unexpected argument '${tooMany}'`)
  return { values, operands: Object.fromEntries(names.map((name, at) => [name, positionals[at] ?? ''])) }
}

function parse(options: Options, args: readonly string[], allowPositionals: boolean) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, ...configOptions } as NonNullable<ParseArgsConfig['options']>,
      strict: true,
      allowPositionals,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
