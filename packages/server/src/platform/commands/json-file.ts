import { readFileSync } from 'node:fs'
import { memberTwice, readUtf8 } from '../kernel/strict-json.ts'
import { CommandError } from './command.ts'

export function readJsonFile(file: string): unknown {
  const { text, content } = parsed(file)
  const twice = memberTwice(text)
  if (twice !== undefined) throw new CommandError(`${file}: ${JSON.stringify(twice)} stands twice in one object`)
  return content
}

function parsed(file: string): { readonly text: string; readonly content: unknown } {
  try {
    const text = readUtf8(readFileSync(file))
    return { text, content: JSON.parse(text) }
  } catch (cause) {
    throw new CommandError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}
