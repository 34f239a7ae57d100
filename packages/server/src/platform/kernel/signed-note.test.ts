import { describe, expect, it } from 'vitest'
import { checkpointText, readCheckpoint } from './checkpoint.ts'
import { noteSigner, notesIn, openNote, readKey, signNote, writtenKey } from './signed-note.ts'

/** Published with the package golang.org/x/mod/sumdb/note, whose format it is. */
const WRITTEN = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1)
const TEXT = `If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n`
const SIGNATURE = 'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='
const DASH = '\u2014'
const NOTE = `${TEXT}\n${DASH} PeterNeumann ${SIGNATURE}\n`

const neumann = noteSigner('PeterNeumann', SEED)
const read = readKey(WRITTEN)

describe('a signed note', () => {
  it('is that of the reference, key, id and signature', () => {
    expect(writtenKey(neumann)).toBe(WRITTEN)
    expect(signNote(neumann, TEXT)).toBe(NOTE)
    expect(read && openNote(read, NOTE)).toBe(TEXT)
  })

  it('opens beside signatures of others, and not where its own is missing or of another text', () => {
    const other = signNote(noteSigner('EnochRoot', Buffer.alloc(32, 7)), TEXT)
    const both = `${other}${NOTE.slice(TEXT.length + 1)}`
    expect(openNote(neumann, both)).toBe(TEXT)
    expect(openNote(neumann, other)).toBeUndefined()
    expect(openNote(neumann, NOTE.replace('answer', 'Answer'))).toBeUndefined()
    expect(openNote(noteSigner('PeterNeumann', Buffer.alloc(32, 7)), NOTE)).toBeUndefined()
    expect(openNote(neumann, 'no note')).toBeUndefined()
  })

  it.each(['', 'PeterNeumann', WRITTEN.replace('c74f20a3', 'c74f20a4'), WRITTEN.replace('ARpc', 'Arpc')])(
    'knows no key %j',
    (written) => {
      expect(readKey(written)).toBeUndefined()
    },
  )

  it('is found among others in a file', () => {
    const other = signNote(neumann, 'a\nb\n')
    expect(notesIn(`${NOTE}\n${other}\nand more\n`)).toEqual([NOTE, other])
    expect(notesIn(`${NOTE}${other}`)).toEqual([NOTE, other])
    expect(notesIn(`\n\n${NOTE}\n\n\n${other.slice(0, -1)}`)).toEqual([NOTE, other])
  })

  it('is found behind one that was cut off, wherever that was', () => {
    for (let cut = 0; cut < NOTE.length - 1; cut++)
      expect([cut, notesIn(`${NOTE.slice(0, cut)}\n\n${NOTE}`)]).toEqual([cut, [NOTE]])
  })

  it('is not looked for longer in a file that was made to take long', () => {
    const lines = 'line\n'.repeat(200_000)
    for (const end of ['', DASH, `\n${DASH} a b\n`]) expect(notesIn(`${lines}${end}`)).toEqual([])
    expect(notesIn(`${lines}\n${NOTE}`)).toHaveLength(1)
  })
})

describe('a checkpoint', () => {
  const root = Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64')
  /** The one of https://c2sp.org/tlog-checkpoint. */
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

  it('is written and read as in the specification', () => {
    const checkpoint = { origin: 'example.com/behind-the-sofa', size: 20_852_163, root, extensions: [] }
    expect(checkpointText(checkpoint)).toBe(text)
    expect(readCheckpoint(text)).toEqual(checkpoint)
    expect(readCheckpoint(`${text}more\n`)).toEqual({ ...checkpoint, extensions: ['more'] })
  })

  it.each([
    text.slice(0, -1),
    text.replace('20852163', '020852163'),
    text.replace('20852163', '-1'),
    text.replace('=\n', '\n'),
    text.replace('Cs', 'C'),
    `\n${text}`,
    `${text}\n`,
    '',
  ])('is no other text: %j', (other) => {
    expect(readCheckpoint(other)).toBeUndefined()
  })
})
