import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BREACHED, breachedFile } from '../../../test/support/breached-file.ts'
import { scratchDirectory } from '../../../test/support/scratch-directory.ts'
import { ENTRY_BYTES, HEADER_BYTES, headerOf } from './breached-format.ts'
import { openBreached } from './breached-passwords.ts'

const GOOD = 'correct horse 1'

function opened(file: string) {
  const list = openBreached(file)
  onTestFinished(list.close)
  return list
}

/** A list of a thousand, of which something has become. */
function damaged(change: (file: string) => void): string {
  const file = breachedFile(Array.from({ length: 1000 }, (_, at) => `password ${at}`))
  change(file)
  return file
}

const rewritten = (change: (bytes: Buffer) => Buffer) => damaged((file) => writeFileSync(file, change(readFileSync(file))))

describe('openBreached', () => {
  it('knows each password of the list, and no other', async () => {
    const list = opened(breachedFile([BREACHED, 'letmein 99', 'trustno 11']))
    expect(list.count).toBe(3)
    for (const password of [BREACHED, 'letmein 99', 'trustno 11']) expect(await list.has(password)).toBe(true)
    for (const password of [GOOD, 'Breached horse 3', '']) expect(await list.has(password)).toBe(false)
  })

  it('knows a password however its accents were typed', async () => {
    const [composed, apart] = ['caf\u00e9 au lait 1', 'cafe\u0301 au lait 1']
    for (const listed of [composed, apart]) expect(await opened(breachedFile([listed])).has(apart)).toBe(true)
    expect(await opened(breachedFile([composed])).has(composed)).toBe(true)
  })

  it.each([
    ['is not there', () => '/nowhere/breached.bin', 'cannot be read'],
    ['is a directory', () => scratchDirectory('breached-'), 'is no file'],
    ['is empty', () => damaged((file) => truncateSync(file)), 'was not made by `latchkey passwords build-breached`'],
    ['is the published one', () => rewritten(() => Buffer.from(`${'0'.repeat(40)}:1\n`)), 'was not made by'],
    ['has no passwords', () => rewritten(() => headerOf(0)), 'is damaged: it has 32 bytes instead of 32'],
    ['was cut off', () => damaged((file) => truncateSync(file, 5000)), 'is damaged: it has 5000 bytes instead of 8032'],
    [
      'has grown',
      () => rewritten((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
      'is damaged: it has 8033 bytes instead of 8032',
    ],
    ['has zeros in it', () => rewritten((bytes) => bytes.fill(0, 4000, 4600)), 'is damaged: its entries are not in order'],
    ['ends in zeros', () => rewritten((bytes) => bytes.fill(0, 8000)), 'is damaged: its entries are not in order'],
    ['is of another version', () => rewritten((bytes) => bytes.fill(9, 16, 20)), 'was made by another version'],
    ['has other entries', () => rewritten((bytes) => bytes.fill(9, 20, 24)), 'was made by another version'],
  ])('refuses a file that %s', (_case, make, problem) => {
    const file = make()
    expect(() => openBreached(file)).toThrow(`PASSWORD_BREACHED_FILE: ${file} ${problem}`)
  })

  it('goes on with the file that it has opened, whatever takes its place', async () => {
    const file = breachedFile()
    const list = opened(file)
    const other = breachedFile(['another horse 4'])
    copyFileSync(other, `${file}.new`)
    renameSync(`${file}.new`, file)
    expect([await list.has(BREACHED), await list.has('another horse 4')]).toEqual([true, false])
    rmSync(file)
    expect([await list.has(BREACHED), await list.has(GOOD)]).toEqual([true, false])
  })

  it('does not take part of an entry for one when the file is cut off under it', async () => {
    const file = breachedFile()
    const list = opened(file)
    truncateSync(file, HEADER_BYTES + ENTRY_BYTES - 1)
    await expect(list.has(BREACHED)).rejects.toThrow('cannot be searched: it is shorter than it was')
  })

  it('reads nothing once it is closed: its descriptor may be that of another file', async () => {
    const list = openBreached(breachedFile())
    list.close()
    list.close()
    await expect(list.has(BREACHED)).rejects.toThrow('it is closed')
  })
})
