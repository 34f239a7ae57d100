import { readFileSync } from 'node:fs'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import { CommandError, type Terminal, UsageError } from './command.ts'

/** Loaded when there is a question, which a service has none of. */
const prompts = () => import('@clack/prompts')

/** Makes of an answer what it means, or throws a CommandError that says what is wrong with it. */
type Read<T> = (answer: string) => MaybePromise<T>

/** A flag that cannot be read ends the command; at a terminal the question is asked again. */
export async function ask<T>(
  terminal: Terminal,
  flag: string,
  given: string | undefined,
  message: string,
  read: Read<T>,
): Promise<T> {
  if (given !== undefined) return read(given)
  if (!terminal.isInteractive) throw new UsageError(`--${flag} is missing`)
  return untilRead(terminal, async () => read(await answered(({ text }) => text({ message }))))
}

/** Passwords come from a file or a prompt, never from a flag: flags end up in the shell's history and in `ps`. */
export async function askPassword<T>(terminal: Terminal, file: string | undefined, read: Read<T>): Promise<T> {
  if (file !== undefined) return read(readPassword(file))
  if (!terminal.isInteractive) throw new UsageError('--password-file is missing')
  return untilRead(terminal, async () => {
    const first = await answered(({ password }) => password({ message: 'Password' }))
    const value = await read(first)
    if ((await answered(({ password }) => password({ message: 'Once more' }))) !== first)
      throw new CommandError('The two passwords differ.')
    return value
  })
}

async function untilRead<T>(terminal: Terminal, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CommandError) || error instanceof Cancelled) throw error
      terminal.err(error.message)
    }
  }
}

class Cancelled extends CommandError {
  constructor() {
    super('Cancelled.')
  }
}

/** What cannot be undone needs a flag, or an answer at the terminal. */
export async function askConsent(terminal: Terminal, isGiven: boolean | undefined, message: string): Promise<void> {
  if (isGiven) return
  if (!terminal.isInteractive) throw new UsageError('--yes is missing')
  const { confirm } = await prompts()
  if ((await confirm({ message })) !== true) throw new Cancelled()
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new CommandError(`--password-file: cannot read ${file}`)
  }
}

async function answered(question: (of: Awaited<ReturnType<typeof prompts>>) => Promise<string | symbol>): Promise<string> {
  const asked = await prompts()
  const value = await question(asked)
  if (typeof value !== 'string' || asked.isCancel(value)) throw new Cancelled()
  return value
}
