import { type ParseArgsConfig, parseArgs } from 'node:util'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../config/schema.ts'
import type { ConfigSources } from '../config/sources.ts'

/** Replaces the process in tests. */
export interface Terminal {
  readonly env: ConfigSources['env']
  readonly cwd: string
  readonly isInteractive: boolean
  /** What is written to it can be read on a screen. */
  readonly isShown?: boolean
  out(line: string): void
  err(line: string): void
  /** A line that the next one replaces, and an empty one removes. Absent where there is no terminal. */
  progress?(line: string): void
}

interface OptionHelp {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
  readonly hint?: string
  readonly help: string
}

export type Options = Readonly<Record<string, OptionHelp>>
/** Words that have to follow the command, in this order: name → help. The last may be left out where its name ends in `?`. */
export type Operands = Readonly<Record<string, string>>
export type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

type NameOf<Name> = Name extends `${infer Bare}?` ? Bare : Name

/** `--help` and docs/reference/cli.md are derived from these fields. */
export interface Command<O extends Options = Options, P extends Operands = Operands> {
  readonly name: string
  readonly summary: string
  readonly operands?: P
  readonly options: O
  run(call: {
    readonly values: Parsed<O>
    /** Empty where it was left out. */
    readonly operands: { readonly [Name in keyof P as NameOf<Name>]: string }
    readonly terminal: Terminal
    readonly config: () => Config
  }): Promise<void>
}

export const command = <const O extends Options, const P extends Operands = Readonly<Record<never, string>>>(
  definition: Command<O, P>,
): Command => definition as Command

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** The command could not be done: exit code 1 unless it says another, and only the message is shown. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Every command reads the configuration, so every command takes these. */
export const configOptions = {
  config: { type: 'string', hint: 'FILE', help: 'Configuration file, instead of latchkey.config.json.' },
  set: { type: 'string', multiple: true, hint: 'KEY=VALUE', help: 'Override one setting; may be repeated.' },
  help: { type: 'boolean', help: 'Show this help.' },
} as const satisfies Options

export async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, operands } = readArguments(command, args)
  const { config: file, set = [] } = values as { readonly config?: string; readonly set?: readonly string[] }
  const config = () => loadConfig({ env: terminal.env, cwd: terminal.cwd, file, set })
  await command.run({ values: values as Parsed<Options>, operands, terminal, config })
}

/** Strict: a mistyped flag or a superfluous word must never be ignored. */
function readArguments({ options, operands = {} }: Command, args: readonly string[]) {
  const names = Object.keys(operands)
  const { values, positionals } = parse(options, args, names.length > 0)
  const [missing, tooMany] = [names[positionals.length], positionals[names.length]]
  if (missing !== undefined && !missing.endsWith('?')) throw new UsageError(`<${missing}> is missing`)
  if (tooMany !== undefined) throw new UsageError(`Unexpected argument '${tooMany}'`)
  return { values, operands: Object.fromEntries(names.map((name, at) => [name.replace('?', ''), positionals[at] ?? ''])) }
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
