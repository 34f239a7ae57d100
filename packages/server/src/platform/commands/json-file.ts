import { readFileSync } from 'node:fs'
import { CommandError } from './command.ts'

export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new CommandError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}
