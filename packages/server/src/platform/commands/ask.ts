import { readFileSync } from 'node:fs'
import { confirm, isCancel, password, text } from '@clack/prompts'
import { CommandError, type Terminal, UsageError } from './command.ts'

export async function ask(terminal: Terminal, flag: string, given: string | undefined, message: string): Promise<string> {
  if (given !== undefined) return given
  if (!terminal.isInteractive) throw new UsageError(`--${flag} is missing`)
  return answered(await text({ message }))
}

/** Passwords come from a file or a prompt, never from a flag: flags end up in the shell's history and in `ps`. */
export async function askPassword(terminal: Terminal, file: string | undefined): Promise<string> {
  if (file !== undefined) return readPassword(file)
  if (!terminal.isInteractive) throw new UsageError('--password-file is missing')
  for (;;) {
    const first = answered(await password({ message: 'Password' }))
    if (answered(await password({ message: 'Once more' })) === first) return first
    terminal.err('The two passwords differ.')
  }
}

/** What cannot be undone needs a flag, or an answer at the terminal. */
export async function askConsent(terminal: Terminal, isGiven: boolean | undefined, message: string): Promise<void> {
  if (isGiven) return
  if (!terminal.isInteractive) throw new UsageError('--yes is missing')
  if ((await confirm({ message })) !== true) throw new CommandError('Cancelled.')
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new CommandError(`--password-file: cannot read ${file}`)
  }
}

function answered(value: string | symbol): string {
  if (typeof value !== 'string' || isCancel(value)) throw new CommandError('Cancelled.')
  return value
}
