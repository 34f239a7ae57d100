import { type Command, CommandError, runCommand, type Terminal, UsageError } from '../platform/commands/command.ts'
import { didYouMean } from '../platform/kernel/nearest.ts'
import { version } from '../platform/kernel/version.ts'
import { commands } from './commands.ts'
import { explain } from './explain.ts'
import { commandHelp, overview } from './help.ts'

/** Exit codes: 0 done, 1 could not be done, 2 called wrongly; a command may have more. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
    terminal.out(version())
    return 0
  }
  const found = findCommand(args)
  const wantsHelp = args.includes('--help') || args.includes('-h')
  if (!found) {
    const group = groupOf(args)
    const isAsked = wantsHelp && (group.length > 0 || args[0]?.startsWith('-') === true)
    terminal[isAsked ? 'out' : 'err'](group.length > 0 ? overview(group) : `${isAsked ? '' : unknown(args)}${overview(commands)}`)
    return isAsked ? 0 : 2
  }
  const [command, rest] = found
  if (wantsHelp) {
    terminal.out(commandHelp(command))
    return 0
  }
  try {
    await runCommand(command, rest, terminal)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${commandHelp(command)}`)
      return 2
    }
    terminal.err(explain(error))
    return error instanceof CommandError ? error.exitCode : 1
  }
}

/** The longest name wins: `users create` before `users`. */
function findCommand(args: readonly string[]): [Command, string[]] | undefined {
  for (const length of [3, 2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, length).join(' '))
    if (command) return [command, args.slice(length)]
  }
  return undefined
}

/** `clients` of `clients create`, `clients list` and so on. */
function groupOf(args: readonly string[]): readonly Command[] {
  const end = args.findIndex((word) => word.startsWith('-'))
  const words = args.slice(0, end < 0 ? args.length : end)
  return words.length === 0 ? [] : commands.filter(({ name }) => name.startsWith(`${words.join(' ')} `))
}

/** A sentence on what was called, where anything was. */
function unknown(args: readonly string[]): string {
  const [word, second] = args
  if (word === undefined) return ''
  const called = [...(second === undefined || second.startsWith('-') ? [] : [`${word} ${second}`]), word]
  const meant =
    called
      .map((one) =>
        didYouMean(
          one,
          commands.map(({ name }) => name),
        ),
      )
      .find(Boolean) ?? ''
  return `Unknown command ${called[0]}.${meant}\n\n`
}
