import { createReadStream } from 'node:fs'
import { BEGINNING } from './raw-record.ts'
import { readLines } from './read-lines.ts'
import type { SourceFile } from './source-file.ts'

/** Has room for a key of each of a million accounts. */
const MOST_BYTES = 256 * 1024 * 1024

/** The line that is about the file itself; empty where it is too large. */
export async function firstLineOf({ path: file }: SourceFile): Promise<string> {
  for await (const { text } of readLines(createReadStream(file), BEGINNING, MOST_BYTES)) return text ?? ''
  return ''
}
