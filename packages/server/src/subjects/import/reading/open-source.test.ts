import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scratchDirectory } from '../../../../test/support/scratch-directory.ts'
import { readSource } from './open-source.ts'
import { BEGINNING, MOST_BYTES, type Position } from './raw-record.ts'
import { SourceFile } from './source-file.ts'

function fileOf(content: string | Buffer): SourceFile {
  const directory = scratchDirectory('latchkey-import-')
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(path.join(directory, 'file'), content)
  return new SourceFile(directory, 'file')
}

async function read(content: string | Buffer, wrapper?: string, from: Position = BEGINNING) {
  const file = fileOf(content)
  const records: { line: number; end: Position; value: unknown }[] = []
  for await (const { line, end, read: one } of readSource(file, wrapper === undefined ? {} : { wrapper }, from))
    records.push({ line, end, value: 'value' in one ? one.value : one.reason })
  return records
}

const valuesOf = async (...args: Parameters<typeof read>) => (await read(...args)).map(({ value }) => value)

const LONG = JSON.stringify({ text: 'x'.repeat(MOST_BYTES) })
const TRICKY = { text: '"],}{\\', list: [[1], { a: ']' }] }

const SAME = [
  ['NDJSON', `{"a":1}\n\n{"a":2}\r\n${JSON.stringify(TRICKY)}`, undefined],
  ['NDJSON of a source that may have a wrapper', `{"a":1}\n{"a":2}\n${JSON.stringify(TRICKY)}\n`, 'users'],
  ['a list', `\n[ {"a":1},\n {"a":2} , ${JSON.stringify(TRICKY)}\n]\n`, undefined],
  ['a wrapper', `{"kind":"x","other":{"users":[9]},"users":[{"a":1},{"a":2},${JSON.stringify(TRICKY)}],"users2":[7]}`, 'users'],
  ['a wrapper over lines', `{\n "list": [1, "users"],\n "users" : [\n{"a":1},{"a":2},\n${JSON.stringify(TRICKY)}]}`, 'users'],
] as const

describe('a file of records', () => {
  it.each(SAME)('is read where it is %s, with a mark in front or without', async (_, content, wrapper) => {
    for (const text of [content, `\ufeff${content}`]) expect(await valuesOf(text, wrapper)).toEqual([{ a: 1 }, { a: 2 }, TRICKY])
  })

  it.each(SAME)('goes on behind any record of %s', async (_, content, wrapper) => {
    const all = await read(content, wrapper)
    for (const [at, { end }] of all.entries()) expect(await read(content, wrapper, end)).toEqual(all.slice(at + 1))
  })

  it('is CSV with quotes, ends of lines and empty cells', async () => {
    const content = 'email, name,note\r\n"a@x","A ""B""\r\nC",\r\nb@x,,1\n\nc@x,"",2'
    const all = await read(content)
    expect(all.map(({ value }) => value)).toEqual([
      { email: 'a@x', name: 'A "B"\r\nC', note: '' },
      { email: 'b@x', name: '', note: '1' },
      { email: 'c@x', name: '', note: '2' },
    ])
    expect(all.map(({ line }) => line)).toEqual([2, 4, 6])
    for (const [at, { end }] of all.entries()) expect(await read(content, undefined, end)).toEqual(all.slice(at + 1))
  })

  it('loses no good record over a bad one', async () => {
    expect(await valuesOf(`{"a":1}\n{"a":\n${LONG}\n{"a":2}`)).toEqual([{ a: 1 }, 'not_json', 'record_too_large', { a: 2 }])
    expect(await valuesOf(`[{"a":1},{"a":nope},${LONG},{"a":2}]`)).toEqual([{ a: 1 }, 'not_json', 'record_too_large', { a: 2 }])
    expect(await valuesOf(`a,b\n1,2\n1,2,3\n1,"2"x\n${'y'.repeat(MOST_BYTES)},2\n3,4\n`)).toEqual([
      { a: '1', b: '2' },
      'not_json',
      'not_json',
      'record_too_large',
      { a: '3', b: '4' },
    ])
  })

  it('is told from a wrapper also where its first record is bad', async () => {
    const good = ['{"a":1}', '{"a":2,"users":[]}']
    for (const [bad, reason] of [
      ['{"a":', 'not_json'],
      ['{"a":[{"b":1}', 'not_json'],
      [LONG, 'record_too_large'],
    ] as const)
      expect(await valuesOf([bad, ...good, ''].join('\n'), 'users')).toEqual([reason, { a: 1 }, { a: 2, users: [] }])
    const late = `{"other":[${LONG}],\n"users":[\n{"a":1}\n]}`
    for (const content of [late, late.replaceAll('\n', '')]) expect(await valuesOf(content, 'users')).toEqual([{ a: 1 }])
  })

  it('says that it ends too soon, has no such list, or names no columns', async () => {
    await expect(read('[{"a":1},{"a":2}')).rejects.toThrow('ends in the middle')
    await expect(read('{"people":[]\n}', 'users')).rejects.toThrow('no list "users"')
    await expect(read('a,a\n1,2')).rejects.toThrow('name its columns')
    await expect(read(Buffer.from('SQLite format 3\0'))).rejects.toThrow('SQLite')
    expect(await read('')).toEqual([])
    expect(await read('[]')).toEqual([])
  })
})
