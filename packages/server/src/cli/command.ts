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
  readonly hint?: string
  readonly help: string
}

export type Options = Readonly<Record<string, OptionHelp>>
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/** One command, whole: `--help` and docs/reference/cli.md are derived from it. */
export interface Command<O extends Options = Options> {
  readonly name: string
  readonly summary: string
  readonly options: O
  run(call: { readonly values: Parsed<O>; readonly terminal: Terminal; readonly config: () => Config }): Promise<void>
}

export const command = <const O extends Options>(definition: Command<O>): Command => definition as unknown as Command

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

export async function runCommand({ options, run }: Command, args: readonly string[], terminal: Terminal): Promise<void> {
  const values = readArguments(options, args)
  const config = () =>
    loadConfig({
      env: terminal.env,
      cwd: terminal.cwd,
      file: values['config'] as string | undefined,
      set: (values['set'] as string[] | undefined) ?? [],
    })
  await run({ values: values as never, terminal, config })
}

/** Strict: a mistyped flag must never be taken for an absent one. */
function readArguments(options: Options, args: readonly string[]): Record<string, unknown> {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, ...configOptions } as NonNullable<ParseArgsConfig['options']>,
      strict: true,
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
