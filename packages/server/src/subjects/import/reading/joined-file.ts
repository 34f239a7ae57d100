import { CommandError, UsageError } from '../../../platform/commands/command.ts'
import type { Format, FormatContext } from '../formats/format.ts'
import { readSource } from './open-source.ts'
import { MOST_BYTES, RecordTooLarge } from './raw-record.ts'
import type { SourceFile } from './source-file.ts'
import { TemporaryIndex } from './temporary-index.ts'

interface JoinedFile {
  readonly joined: FormatContext<unknown>['joined']
  close(): void
}

/** The second file of an import, by the key that its values have in common with the records of the first. */
export async function openJoined(file: SourceFile | undefined, { joins }: Format): Promise<JoinedFile> {
  if (file === undefined) return { joined: () => [], close: () => undefined }
  if (!joins) throw new UsageError('--identities: this format has no second file')
  const index = await TemporaryIndex.open()
  for await (const { line, read } of readSource(file, { ...(joins.wrapper !== undefined && { wrapper: joins.wrapper }) })) {
    if ('reason' in read) throw new CommandError(`--identities: line ${line} cannot be read (${read.reason}).`)
    const key = joins.keyOf(read.value)
    if (key !== undefined) index.add(key, writtenAgain(read.value, line))
  }
  return {
    joined: (key) => [...valuesOf(index, key)],
    close: () => index.close(),
  }
}

/** No more of them than a record has room for. */
function* valuesOf(index: TemporaryIndex, key: string): Generator<unknown> {
  let bytes = 0
  for (const text of index.find(key)) {
    bytes += text.length
    if (bytes > MOST_BYTES) throw new RecordTooLarge()
    yield JSON.parse(text)
  }
}

/** What is nested so deep that it can be read but not be written is of no system. */
function writtenAgain(value: unknown, line: number): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw new CommandError(`--identities: line ${line} cannot be read (not_json).`)
  }
}
